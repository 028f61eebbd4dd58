const plain = /(pr_(?:test|live)_|whsec_)[0-9a-f]{8,}/gi

/** One character of a pattern as a path may hold it, percent-encoded however often, or as JSON may escape it. */
const written = (character: string): string => {
  const codes = [...new Set([character.toLowerCase(), character.toUpperCase()])].map((each) =>
    each.charCodeAt(0).toString(16).padStart(2, '0'),
  )
  return `(?:${character}|%(?:25)*(?:${codes.join('|')})|\\\\u00(?:${codes.join('|')}))`
}
const spelled = (word: string): string => [...word].map(written).join('')
const anyDigit = '(?:[0-9a-f]|%(?:25)*(?:3[0-9]|[46][1-6])|\\\\u00(?:3[0-9]|[46][1-6]))'
const encoded = new RegExp(
  `(?:${spelled('pr')}${written('_')}(?:${spelled('test')}|${spelled('live')})${written('_')}|${spelled('whsec')}${written('_')})${anyDigit}{8,}`,
  'gi',
)

/**
 * The text with every API key and signing secret in it, also what only looks like one, cut down to its prefix and last
 * four characters: as it is, percent-encoded or escaped. The one place that does so for all the simulator shows of others.
 */
export function redactSecrets(text: string): string {
  const clean = text.replace(plain, maskOf)
  return /%|\\u/.test(clean) ? clean.replace(encoded, (found) => maskOf(decoded(found))) : clean
}

function maskOf(secret: string): string {
  return `${secret.slice(0, secret.lastIndexOf('_') + 1)}…${secret.slice(-4)}`
}

function decoded(text: string): string {
  return text.replaceAll(/(?:%(?:25)*|\\u00)([0-9a-f]{2})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
