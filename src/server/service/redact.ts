const plain = /(pr_(?:test|live)_|whsec_)[0-9a-f]{8,}/gi

/** Returns a pattern of a character that is plain, percent-encoded any number of times, or escaped in JSON. */
const createCharacterPattern = (character: string): string => {
  const codes = [...new Set([character.toLowerCase(), character.toUpperCase()])].map((each) =>
    each.charCodeAt(0).toString(16).padStart(2, '0'),
  )
  return `(?:${character}|%(?:25)*(?:${codes.join('|')})|\\\\u00(?:${codes.join('|')}))`
}
const createWordPattern = (word: string): string => [...word].map(createCharacterPattern).join('')
const anyDigit = '(?:[0-9a-f]|%(?:25)*(?:3[0-9]|[46][1-6])|\\\\u00(?:3[0-9]|[46][1-6]))'
// safe regex: each character of a text matches in only one way, so no part is read twice.
const encoded = new RegExp(
  `(?:${createWordPattern('pr')}${createCharacterPattern('_')}(?:${createWordPattern('test')}|${createWordPattern('live')})${createCharacterPattern('_')}|${createWordPattern('whsec')}${createCharacterPattern('_')})${anyDigit}{8,}`,
  'gi',
)

// safe regex: after a failed match, at most 32 digits are read again.
const digitRun = new RegExp(`${anyDigit}{32,}`, 'gi')
const partLength = 32
/** The number of last characters of a secret that stay visible, by which users recognize it. */
const shownLength = 4
/** The minimum length of a token that is concealed. A shorter token may also occur in text that is no secret. */
const shortestText = 8

/** The secrets that the simulator knows. */
export interface KnownSecrets {
  /** Whether 32 hexadecimal digits are those of a key or of a signing secret, without its prefix. */
  isPartOfSecret(digits: string): boolean
  /** Further secrets, such as the control token. */
  readonly texts: readonly string[]
}

/** Removes secrets from a text. */
export type Conceal = (text: string) => string

/**
 * Returns a function that conceals secrets in a text: all that look like a key or signing secret, and the known secrets
 * in any encoding. It leaves other text unchanged.
 */
export function createSecretConcealer({ isPartOfSecret, texts }: KnownSecrets): Conceal {
  const forms = texts
    .filter((text) => text.length >= shortestText)
    .flatMap((text) => [...new Set([...listEscapedForms(text), ...listEncodedForms(text)])])
  const concealDigitRun = (run: string): string => {
    const digits = decodeText(run)
    const at = findSecretOffset(digits, isPartOfSecret)
    return at === undefined ? run : `${digits.slice(0, at)}…${digits.slice(at + partLength - shownLength)}`
  }
  return (text) => {
    let clean = redactSecrets(text)
    if (mayHoldDigits.test(clean)) clean = clean.replace(digitRun, concealDigitRun)
    for (const coding of codings) clean = concealEncodedSecrets(clean, coding, isPartOfSecret)
    for (const form of forms) clean = clean.replaceAll(form, '…')
    return clean
  }
}

/** Returns the position of a known secret in a run of digits, if the run begins or ends with it; else undefined. */
function findSecretOffset(
  digits: string,
  isPartOfSecret: KnownSecrets['isPartOfSecret'],
): number | undefined {
  return [0, digits.length - partLength].find((from) =>
    isPartOfSecret(digits.slice(from, from + partLength).toLowerCase()),
  )
}

/**
 * An encoding of bytes as letters and digits. A secret may begin at any letter of an encoded text, so the text is decoded
 * several times: from each of its first `readings` letters.
 */
interface Coding {
  readonly name: 'base64' | 'hex'
  /** Matches a text that may contain the digits of a secret in this encoding. */
  readonly run: RegExp
  /** Matches an encoded run of digits. Few texts contain one, so most texts need not be decoded. */
  readonly digits: RegExp
  readonly readings: number
  readonly lettersPerByte: number
}

const codings: readonly Coding[] = [
  {
    name: 'hex',
    run: /[0-9a-f]{64,}/gi,
    digits: /(?:3[0-9]|[46][1-6]){16}/i,
    readings: 2,
    lettersPerByte: 2,
  },
  // The pattern also matches the URL alphabet of base64. A slash may belong to the encoded text or separate it from
  // other text in a path; decoding from all offsets handles both.
  {
    name: 'base64',
    run: /[\w+/-]{42,}/g,
    // Base64 writes three hexadecimal digits as four letters. The first of these letters depends only on the first
    // digit.
    digits: /(?:[MNOQRYZ][A-Za-z0-9]{3}){10}/,
    readings: 4,
    lettersPerByte: 4 / 3,
  },
]
const secretLooking = /(?:pr_(?:test|live)_|whsec_)[0-9a-f]{8,}|[0-9a-f]{32,}/gi

/**
 * Conceals secrets in an encoding. It decodes each match and looks up the digits, so that no list of all secrets in
 * this encoding is needed.
 */
function concealEncodedSecrets(
  text: string,
  { name, run, digits, readings, lettersPerByte }: Coding,
  isPartOfSecret: KnownSecrets['isPartOfSecret'],
): string {
  if (!digits.test(text)) return text
  let clean = text
  for (let from = 0; from < readings; from += 1) {
    clean = clean.replace(run, (letters) => {
      if (!digits.test(letters)) return letters
      const findLetterPlace = (byte: number): number => from + byte * lettersPerByte
      let shown = ''
      let done = 0
      for (const { 0: found, index } of Buffer.from(letters.slice(from), name)
        .toString('latin1')
        .matchAll(secretLooking)) {
        const isByLooks = found.includes('_')
        const at = isByLooks ? 0 : findSecretOffset(found, isPartOfSecret)
        if (at === undefined) continue
        const secret = isByLooks ? found : found.slice(at, at + partLength)
        shown += letters.slice(done, Math.floor(findLetterPlace(index + at)))
        shown += isByLooks ? maskSecret(secret) : `…${secret.slice(-shownLength)}`
        done = Math.ceil(findLetterPlace(index + at + secret.length))
      }
      return shown + letters.slice(done)
    })
  }
  return clean
}

function listEscapedForms(text: string): readonly string[] {
  return [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)]
}

/**
 * Returns a text in hexadecimal and base64. In base64, letters at both ends also depend on the bytes before and after
 * the text; they are left out.
 */
function listEncodedForms(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  const hex = bytes.toString('hex')
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const base64 = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const sure = base64.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
    return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')]
  })
  return [hex, hex.toUpperCase(), ...inBase64]
}

const mayHoldDigits = /[0-9a-f]{32}|%|\\u/i

/**
 * Shortens every text that looks like an API key or a signing secret to its prefix and last four characters, whether it
 * is plain, percent-encoded or escaped.
 */
export function redactSecrets(text: string): string {
  const clean = text.replace(plain, maskSecret)
  return /%|\\u/.test(clean) ? clean.replace(encoded, (found) => maskSecret(decodeText(found))) : clean
}

function maskSecret(secret: string): string {
  return `${secret.slice(0, secret.lastIndexOf('_') + 1)}…${secret.slice(-4)}`
}

function decodeText(text: string): string {
  return text.replaceAll(/(?:%(?:25)*|\\u00)([0-9a-f]{2})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
