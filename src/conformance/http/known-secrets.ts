/** Finds and masks known secrets in texts: whole or in part, in any letter case, URL-encoded, in base64 and in hex. */
export interface KnownSecrets {
  add(secret: string, mask: string): void
  /** Masks each known secret in a text, and each long part of a secret. */
  mask(text: string): string
  /** Returns the mask of the first secret in a text; undefined if the text has no secret. */
  find(text: string): string | undefined
}

/**
 * The length of the pieces (windows) into which secrets are cut to find them. A piece starts every `apart` characters,
 * so any part of a secret that has at least `windowLength + apart` characters is found.
 */
const windowLength = 16
const apart = 8
/** A piece of a secret with fewer different characters than this is not searched for, as it is a placeholder or an ordinary number. */
const minDifferent = 3
/** Matches the words of a text that are long enough to hold a secret. The rest of the text is skipped. */
const words = /[\w+/=%.~-]{16,}/g

/** The place of a piece of a secret: an encoded form of the secret, and the position in that form. */
interface Place {
  readonly form: string
  readonly at: number
  readonly mask: string
}

interface Secret {
  readonly secret: string
  readonly mask: string
}

interface FoundSecret {
  readonly from: number
  readonly to: number
  readonly mask: string
}

/** Matches text that may be a piece of a secret in base64 or hex. At the first match, the pieces of `uncoded` are computed. */
// safe regex: the expression matches a fixed number of characters, so it reads at most that many at each position.
const codedWindow = new RegExp(`[0-9a-z]{${windowLength}}`, 'i')

/** Creates an empty collection of secrets. It finds all of its secrets in one pass over a text, as there can be thousands of them. */
export function createKnownSecrets(): KnownSecrets {
  const places = new Map<string, Place>()
  /**
   * Secrets whose base64 and hex forms are not yet computed. This takes long, and most runs write no text that could
   * hold one. Secrets for which `hasSpecialBase64` is true are not among them, as `codedWindow` could miss their
   * pieces.
   */
  let uncoded: Secret[] = []
  const addWindows = (forms: readonly string[], mask: string): void => {
    for (const form of new Set(forms)) {
      for (const at of listWindowStarts(form)) {
        const window = form.slice(at, at + windowLength)
        if (isVaried(window) && !places.has(window)) places.set(window, { form, at, mask })
      }
    }
  }
  const addCodedForms = (): void => {
    for (const { secret, mask } of uncoded) addWindows(listCodedForms(secret), mask)
    uncoded = []
  }
  const findSecretFrom = (word: string, start: number): FoundSecret | undefined => {
    if (uncoded.length > 0 && codedWindow.test(word)) addCodedForms()
    for (let at = start; at + windowLength <= word.length; at += 1) {
      const place = places.get(word.slice(at, at + windowLength))
      if (place !== undefined) return extendWindow(word, at, place)
    }
    return undefined
  }
  const isEmpty = (): boolean => places.size === 0 && uncoded.length === 0
  const maskWord = (word: string): string => {
    const lower = word.toLowerCase()
    let clean = ''
    let done = 0
    for (let found = findSecretFrom(lower, 0); found !== undefined; found = findSecretFrom(lower, done)) {
      clean += word.slice(done, Math.max(done, found.from)) + found.mask
      done = found.to
    }
    return clean + word.slice(done)
  }
  return {
    add: (secret, mask) => {
      addWindows(listPlainForms(secret), mask)
      if (hasSpecialBase64(secret)) addWindows(listCodedForms(secret), mask)
      else uncoded.push({ secret, mask })
    },
    mask: (text) => (isEmpty() ? text : text.replace(words, maskWord)),
    find: (text) => {
      if (isEmpty()) return undefined
      for (const [word] of text.matchAll(words)) {
        const found = findSecretFrom(word.toLowerCase(), 0)
        if (found !== undefined) return found.mask
      }
      return undefined
    },
  }
}

/** Returns true if a piece of a secret has at least `minDifferent` different characters. Usually the first few characters decide. */
function isVaried(window: string): boolean {
  let seen = ''
  for (const each of window) {
    if (seen.includes(each)) continue
    seen += each
    if (seen.length === minDifferent) return true
  }
  return false
}

/** Returns the whole part of a secret that a word contains, starting from one piece of the secret that was found in the word. */
function extendWindow(word: string, start: number, { form, at, mask }: Place): FoundSecret {
  let before = 0
  while (before < Math.min(at, start) && word[start - before - 1] === form[at - before - 1]) before += 1
  let length = windowLength
  while (at + length < form.length && word[start + length] === form[at + length]) length += 1
  return { from: start - before, to: start + length, mask }
}

function listWindowStarts(form: string): readonly number[] {
  const last = form.length - windowLength
  if (last < 0) return []
  const steps = Array.from({ length: Math.floor(last / apart) + 1 }, (_, index) => index * apart)
  return [...new Set([...steps, last])]
}

/** Lists the unencoded and the URL-encoded form of a secret, in lower case. */
function listPlainForms(secret: string): readonly string[] {
  return [secret, encodeURIComponent(secret)].map((form) => form.toLowerCase())
}

/** Lists the base64 and hex forms of a secret, in lower case. */
function listCodedForms(secret: string): readonly string[] {
  const cases = new Set([secret, secret.toLowerCase(), secret.toUpperCase()])
  const coded = [...cases].flatMap((each) => [...encodeInBase64(each), Buffer.from(each).toString('hex')])
  return coded.map((form) => form.toLowerCase())
}

/** Returns true if the base64 of a secret can have characters other than letters and digits. Only four ASCII characters cause this. */
function hasSpecialBase64(secret: string): boolean {
  return !/^[\x20-\x3d\x40-\x7d]*$/.test(secret)
}

/**
 * Returns the base64 forms that a secret can have inside a longer text. They depend on the number of bytes before the
 * secret, modulo three. The characters at both ends also depend on neighbouring bytes, so they are left out.
 */
export function encodeInBase64(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.from(`${'x'.repeat(before)}${secret}`)
      .toString('base64')
      .replace(/={1,2}$/, '')
    const unsure = before === 0 ? 0 : before + 1
    const middle = encoded.slice(unsure, -2)
    return [...new Set([middle, middle.replaceAll('+', '-').replaceAll('/', '_')])]
  })
}
