import { asRecord } from '../../workspace/plain-value';
import { type Case, credentialsOf, type Diagnosis } from './case';
import { textFields } from './reply-signs';

/**
 * What to do while a profile is being added (behaviour §13): neither the profile nor its script is there afterwards, so a
 * next step mends the material or the agent, and ends with the command that tries again.
 */
export function whileAdding(found: Diagnosis, failure: Case): string {
  const next = stepOf(found, failure);
  return next.includes(failure.again) ? next : `${next} Then: ${failure.again}.`;
}

function stepOf({ code, summary, next }: Diagnosis, { env, exchange, profileId }: Case): string {
  const [credential] = credentialsOf(env);
  switch (code) {
    case 'connection_refused':
    case 'connection_lost':
    case 'dns':
    case 'http_404':
    case 'http_429':
    case 'http_4xx':
    case 'http_5xx':
    case 'html_instead_of_json':
    case 'error_reply':
    case 'no_tty':
    case 'not_found':
    case 'non_zero_exit':
      return next; // it speaks of the material already
    case 'tls':
      return next.replace('the material can be told not to check it, as curl -k does', 'give a cURL command with -k');
    case 'http_401':
    case 'http_403':
      return credential ? next : 'Give material that signs in, such as a cURL command with its authorization header.';
    case 'redirect_to_login':
      if (!summary.includes('sign in')) return next;
      return credential
        ? `Check the value of ${credential}: the session it names has ended (rook env set ${credential}).`
        : 'Give material that is signed in, such as the request that a browser sends, copied as cURL.';
    case 'timeout':
      return 'Find out why the agent is slow or silent, or whether the material names the right address or command.';
    case 'wrong_field': {
      const [field] = textFields(parsed(exchange?.body));
      return field
        ? `Say where the answer stands: rook profile add ${profileId} --answer '${field}'.`
        : 'Say where the answer stands, with --answer.';
    }
    case 'job_instead_of_answer':
      return 'Give the request that waits for the answer, or an OpenAPI or Postman file that has the request for the job, too.';
    case 'empty_answer':
      return 'Compare the material with a request or command that works, or ask for more than a greeting: --goal "…".';
    case 'missing_env': {
      const variable = /variable (\S+),/.exec(summary)?.[1];
      return `Set it: rook env set ${variable ?? '<name>'}.`;
    }
    case 'stdout_noise':
    case 'invalid_output':
      return 'Give a command that prints the answer alone: many programs have a quiet or JSON mode.';
    case 'no_conversation':
      return 'Say where the handle of the conversation stands in the reply, with --conversation.';
    default:
      return code satisfies never;
  }
}

function parsed(text = ''): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return asRecord(value) ?? value;
  } catch {
    return undefined; // no JSON: there are no fields to name
  }
}
