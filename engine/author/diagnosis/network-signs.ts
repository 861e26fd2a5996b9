import { type Case, type Diagnosis, firstMatch } from './case';

/*
 * What Node's fetch and http, Python's requests, httpx and urllib, and curl say when no reply came. Addresses are taken
 * from the same texts.
 */

const refused = [
  /ECONNREFUSED|Connection ?refused|actively refused|curl: \(7\)|Couldn't connect to server/i,
  /EHOSTUNREACH|ENETUNREACH|No route to host|Network is unreachable/i,
];
const lost = [
  /ECONNRESET|EPIPE|socket hang up|other side closed|UND_ERR_SOCKET/,
  /Connection reset by peer|RemoteDisconnected|Connection aborted|Remote end closed connection|Server disconnected/i,
  /curl: \((?:52|56)\)|Empty reply from server/,
];
const unknownHost = [
  /ENOTFOUND|EAI_AGAIN|EAI_NONAME|getaddrinfo failed|NameResolutionError|curl: \(6\)/,
  /Could ?n[o']t resolve host|Name or service not known|nodename nor servname|Temporary failure in name resolution/i,
];
const tls = [
  /CERT_[A-Z_]+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT\w*)/,
  /ERR_TLS_\w+|ERR_SSL_\w+|EPROTO|SSLError|SSLCertVerificationError|CERTIFICATE_VERIFY_FAILED|certificate verify failed/,
  /curl: \((?:35|51|58|60)\)|SSL certificate problem|self[- ]signed certificate|certificate has expired|wrong version number/i,
];
const slow = [
  /ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|curl: \(28\)|aborted due to timeout|no answer within [\d.]+ s/,
  /TimeoutError|ReadTimeout|ConnectTimeout|timeout of \d+ ?ms exceeded|timed out|HeadersTimeoutError/i,
];

const places = [
  /(?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH) (\S+:\d+)/,
  /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) (\S+)/,
  /Could ?n[o']t resolve host:? ['"]?([^\s'"]+)/i,
  /host='([^']+)', port=\d+/,
  /(?:Failed to connect to|connect to) (\S+ port \d+)/i,
  /Connection timeout.*?\((?:[^)]*address(?:es)?: )([^,)\s]+)/i,
];

/** No reply at all: what the network, or its encryption, said. @param text what is searched. */
export function networkSign(text: string, { script, again: command, failed }: Case): Diagnosis | undefined {
  const place = firstMatch(text, places);
  const where = place ? place.replace(' port ', ':') : 'the address in the script';
  const again = `Then: ${command}.`;
  if (firstMatch(text, tls) !== undefined) return tlsSign(text, script);
  if (firstMatch(text, unknownHost) !== undefined) {
    const host = place?.replace(/:\d+$/, '') ?? 'the host';
    return {
      code: 'dns',
      summary: `The name ${host} cannot be resolved: no such host, or no way to the network.`,
      next: `Mend the host name in ${script}, or connect to the network (or VPN) that knows it. ${again}`,
    };
  }
  if (firstMatch(text, refused) !== undefined) {
    const local = place !== undefined && /^(?:127\.|localhost|\[?::1)/.test(place);
    return {
      code: 'connection_refused',
      summary: `Nothing answers at ${where}: the connection was refused.`,
      next: local
        ? `Start the agent, or mend the port in ${script}. ${again}`
        : `Check that the agent runs and that the address in ${script} is right. ${again}`,
    };
  }
  if (firstMatch(text, slow) !== undefined) {
    const connecting = /CONNECT_TIMEOUT|ConnectTimeout|connect ETIMEDOUT|Connection timed out|Connection timeout/i.test(
      text,
    );
    return connecting
      ? {
          code: 'timeout',
          summary: `Connecting to ${where} took too long.`,
          next: `Check the address in ${script}, and whether a firewall or VPN stands between. ${again}`,
        }
      : {
          code: 'timeout',
          summary: 'The target did not answer in the time that the script gives it.',
          next: `Raise the time limit in ${script}, or find out why the agent is slow or silent.`,
        };
  }
  if (firstMatch(text, lost) !== undefined) {
    return {
      code: 'connection_lost',
      summary: 'The target closed the connection before it had answered.',
      next: `Look into the log of the agent: it may have crashed in ${failed.phase}. An https address that is written as http:// in ${script} looks the same.`,
    };
  }
  return undefined;
}

function tlsSign(text: string, script: string): Diagnosis {
  const code = 'tls';
  if (/wrong version number|packet length too long|EPROTO.*(?:http|version)/i.test(text)) {
    return {
      code,
      summary: 'The target speaks plain HTTP where the script speaks HTTPS.',
      next: `Write http:// instead of https:// in ${script}, or the port that speaks HTTPS.`,
    };
  }
  if (/CERT_HAS_EXPIRED|certificate has expired/i.test(text)) {
    return {
      code,
      summary: 'The certificate of the target has expired.',
      next: `Have it renewed. For a test server alone, ${script} can be told not to check it, as curl -k does.`,
    };
  }
  if (/ALTNAME|Hostname mismatch|no alternative certificate subject name|not valid for/i.test(text)) {
    return {
      code,
      summary: 'The certificate of the target is for another host name.',
      next: `Use the name that the certificate is for in ${script}.`,
    };
  }
  return {
    code,
    summary: 'The certificate of the target is not trusted: it is self-signed, or its issuer is unknown here.',
    next: `Trust it: set NODE_EXTRA_CA_CERTS to the file with its certificate (Python: REQUESTS_CA_BUNDLE). For a test server alone, ${script} can be told not to check it, as curl -k does.`,
  };
}
