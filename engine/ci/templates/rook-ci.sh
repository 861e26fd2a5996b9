#!/usr/bin/env bash
# Release gate: runs a reviewed suite, and ends with 0 only when the strict policy at its end holds.
# Needs bash, jq, tar and rook. Where it stops says which kind of red it is; the log says it, too:
#   setup            nothing ran, or nothing usable came out of it
#   incomplete       the run was declined, halted or interrupted
#   does not add up  the report is of another run, or contradicts itself
#   policy           the agent did something wrong, or something is not verified
#
#   ROOK_PROJECT_ID, ROOK_AGENT_ID, ROOK_PROFILE   which agent, and how it is reached
#   ROOK_SCENARIO_IDS                              the suite: SC-001,SC-004,SC-014
#   ROOK_ALLOW_RULES                               reviewed rules, one on each line; may be empty
#   ROOK_RUN_NAME                                  a name for the run
#   ROOK_POLICY                                    a policy file for rook gate; without it, the strict policy below
#   ROOK_BASE                                      what rook gate compares with, such as a report.json; may be empty
#   LT_USERNAME, LT_ACCESS_KEY                     the account of the command, from the secret store
set -euo pipefail

results=rook-results

stop() {
  printf 'Gate closed, %s: %s\n' "$1" "$2" >&2
  exit 1
}

# ── Setup ────────────────────────────────────────────────────────────────────────────────────────────────────────────
for name in ROOK_PROJECT_ID ROOK_AGENT_ID ROOK_PROFILE ROOK_SCENARIO_IDS ROOK_RUN_NAME LT_USERNAME LT_ACCESS_KEY; do
  [ -n "${!name:-}" ] || stop setup "$name is not set"
done
for name in ROOK_PROJECT_ID ROOK_AGENT_ID ROOK_PROFILE; do
  [[ ${!name} =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] || stop setup "$name is not an id"
done
for tool in jq tar rook; do
  command -v "$tool" >/dev/null || stop setup "$tool is not installed"
done
[[ $ROOK_SCENARIO_IDS =~ [[:space:]] ]] && stop setup 'ROOK_SCENARIO_IDS has white space in it'
[[ ,$ROOK_SCENARIO_IDS, == *,,* ]] && stop setup 'ROOK_SCENARIO_IDS has an empty entry'
IFS=, read -r -a scenarios <<<"$ROOK_SCENARIO_IDS"
expected=${#scenarios[@]}
[ -z "${ROOK_BASE:-}" ] || [ -n "${ROOK_POLICY:-}" ] || stop setup 'ROOK_BASE needs ROOK_POLICY: rook gate compares'
twice=$(printf '%s\n' "${scenarios[@]}" | sort | uniq -d)
[ -z "$twice" ] || stop setup "ROOK_SCENARIO_IDS names ${twice//$'\n'/, } twice"
# A project's folder is called by its id, or <name>--<id>; so is an agent's.
agent=
for found in .testmuai/rook/projects/{,*--}"$ROOK_PROJECT_ID"/agents/{,*--}"$ROOK_AGENT_ID"; do
  [ ! -d "$found/scenarios" ] || agent=$found
done
[ -n "$agent" ] || stop setup "the definitions of agent $ROOK_AGENT_ID are not in .testmuai/rook"
[ ! -e "$results" ] || stop setup "$results is there already, and may be of another run"
mkdir "$results"

allow=()
while IFS= read -r rule; do
  rule=${rule%$'\r'}
  [ -z "$rule" ] || allow+=(--allow "$rule")
done <<<"${ROOK_ALLOW_RULES:-}"

rook project use "$ROOK_PROJECT_ID" || stop setup 'rook project use failed'
rook agent use "$ROOK_AGENT_ID" || stop setup 'rook agent use failed'
rook profile use "$ROOK_PROFILE" || stop setup 'rook profile use failed'
rook sync || stop setup 'rook sync failed'

# ── The run: standard output is the document, and nothing else goes into it ──────────────────────────────────────────
code=0
rook run --only "$ROOK_SCENARIO_IDS" --profile "$ROOK_PROFILE" --concurrency 1 --name "$ROOK_RUN_NAME" \
  ${allow[@]+"${allow[@]}"} --json >"$results/run.json" || code=$?
printf 'rook run ended with exit code %s\n' "$code"
[ "$code" -eq 0 ] || stop setup "rook run ended with exit code $code"

# Exactly one object, in UTF-8 without a byte order mark.
one_document() {
  [ "$(head -c 3 "$1" | od -An -tx1 | tr -d ' \n')" != efbbbf ] &&
    jq -es 'length == 1 and (.[0] | type == "object")' "$1" >/dev/null
}

# ── Completion ───────────────────────────────────────────────────────────────────────────────────────────────────────
one_document "$results/run.json" || stop setup 'run.json is not one JSON document'
jq -e '.ok == true and .halted == false and has("discarded") and .discarded == null
  and (.run_id | type == "string" and length > 0)
  and (.report | type == "object")' "$results/run.json" >/dev/null ||
  stop incomplete 'run.json is not that of a run that completed'
run_id=$(jq -er '.run_id' "$results/run.json")
[[ $run_id =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] || stop incomplete 'the id in run.json is not an id'

# ── The report, by the id of this run: an older one cannot vouch for it ──────────────────────────────────────────────
rook report "$run_id" --json >"$results/report.json" || stop setup "rook report $run_id failed"
# What hooks and later phases keep for themselves can hold secrets unmasked: it stays on this machine.
[ ! -d "$agent/runs/$run_id" ] ||
  tar -czf "$results/evidence.tar.gz" --exclude=run-state --exclude=hook-state -C "$agent" "runs/$run_id"

one_document "$results/report.json" || stop 'does not add up' 'report.json is not one JSON document'
jq -e --arg id "$run_id" '.run_id == $id and (.report | type == "object" and .run_id == $id)' \
  "$results/report.json" >/dev/null || stop 'does not add up' "report.json is not that of run $run_id"
[ -e "$results/evidence.tar.gz" ] || stop setup "the evidence is not here: $agent/runs/$run_id"
jq -e --argjson expected "$expected" '
  def count: type == "number" and . >= 0 and . == floor and . <= 9007199254740991;
  (.report.totals | type == "object"
    and all(.planned, .executed, .passed, .failed, .unverifiable, .unjudged, .not_run, .unrunnable; count)
    and .planned == $expected and .planned == .executed + .not_run
    and .executed == .passed + .failed + .unverifiable + .unjudged)
  and (.report.clusters | type == "array"
    and all(.[]; type == "object"
      and (.kind == "failed" or .kind == "unverifiable" or .kind == "compromised")))
' "$results/report.json" >/dev/null || stop 'does not add up' "the counts in report.json, for $expected scenarios"

# ── Counts, and the policy ───────────────────────────────────────────────────────────────────────────────────────────
jq -r '.report.totals |
  "Pass: \(.passed) | Fail: \(.failed) | Unable to Verify: \(.unverifiable)",
  "Unjudged: \(.unjudged) | Not run: \(.not_run) | Unrunnable: \(.unrunnable)"' \
  "$results/report.json"
printf 'Run ID: %s\n' "$run_id"
# A policy of the team's own, where one is named, decides in place of the strict one.
if [ -n "${ROOK_POLICY:-}" ]; then
  rook gate "$results" --policy "$ROOK_POLICY" --expected "$ROOK_SCENARIO_IDS" \
    ${ROOK_BASE:+--base "$ROOK_BASE"} --no-github ||
    stop policy "$ROOK_POLICY does not accept this run"
  exit 0
fi
# Strict release policy: uncertainty is a blocked gate, not a fabricated Fail verdict.
jq -e --argjson expected "$expected" '
  (.report.totals | .executed == $expected and .passed == $expected
    and .failed == 0 and .unverifiable == 0 and .unjudged == 0
    and .not_run == 0 and .unrunnable == 0)
  and ([.report.clusters[] | select(.kind == "compromised")] | length == 0)
' "$results/report.json" >/dev/null || stop policy 'not every scenario passed, or one was compromised'
printf 'Gate open: %s of %s passed.\n' "$expected" "$expected"
