/** The policy as `rook ci init` writes it: as strict as the policy `strict`, with the ways to loosen it as comments. */
export const policyText = `# What the release gate accepts. Review a change of this file like a change of code: do not loosen it to get a green build.
# Unable to Verify blocks here, and is never counted as a Fail. Only the name is required: what is not written is as strict as it can be.
name: release

# Least share of Pass among Pass, Fail and Unable to Verify.
min_pass_rate: 1

# Most scenarios that may fail, be Unable to Verify, without a grade, not run, or unable to run.
max_failed: 0
unverifiable:
  max: 0
  # Scenarios that may be Unable to Verify beyond that: those with one of these tags, or of these categories.
  # allow_tags: [needs-traces]
  # allow_categories: [boundary]
max_unjudged: 0
max_not_run: 0
max_unrunnable: 0

# Criteria that must pass, whatever else is allowed: <scenario id>/<criterion id>.
# required_criteria: [SC-001/AC-01]

# A compromised agent, or one whose attempts disagree, does not go out.
allow_compromised: false
allow_flaky: false

# Scenarios that passed in the base and do not any more. Needs rook gate --base; without one, the gate stays closed.
# allow_newly_failing: false
`;
