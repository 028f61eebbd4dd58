/** Texts that must not be shown, found wherever they are part of another, in any letter case and in base64. */
export interface KnownSecrets {
  add(secret: string, mask: string): void
  /** The text with each of them masked, also where only a good part of one stands. */
  mask(text: string): string
  /** The mask of the first that the text holds. */
  find(text: string): string | undefined
}

/** What is looked up at once. Whatever is as long as this and the distance between two of them is surely found. */
const windowLength = 16
const apart = 8
/** Fewer different characters are a placeholder, or a number of somebody's. */
const leastDifferent = 3
/** What all forms of a secret are made of; what stands between such words needs no look. */
const words = /[\w+/=%.~-]{16,}/g

/** A form of a secret, and where in it a window stands. */
interface Place {
  readonly form: string
  readonly at: number
  readonly mask: string
}

interface Found {
  readonly from: number
  readonly to: number
  readonly mask: string
}

/** There can be thousands: a text is read once, however many there are. */
export function openKnownSecrets(): KnownSecrets {
  const places = new Map<string, Place>()
  const findFrom = (word: string, start: number): Found | undefined => {
    for (let at = start; at + windowLength <= word.length; at += 1) {
      const place = places.get(word.slice(at, at + windowLength))
      if (place !== undefined) return extend(word, at, place)
    }
    return undefined
  }
  const maskWord = (word: string): string => {
    const lower = word.toLowerCase()
    let clean = ''
    let done = 0
    for (let found = findFrom(lower, 0); found !== undefined; found = findFrom(lower, done)) {
      clean += word.slice(done, Math.max(done, found.from)) + found.mask
      done = found.to
    }
    return clean + word.slice(done)
  }
  return {
    add: (secret, mask) => {
      for (const form of formsOf(secret)) {
        for (const at of windowsOf(form)) {
          const window = form.slice(at, at + windowLength)
          if (!isVaried(window) || places.has(window)) continue
          places.set(window, { form, at, mask })
        }
      }
    },
    mask: (text) => (places.size === 0 ? text : text.replace(words, maskWord)),
    find: (text) => {
      if (places.size === 0) return undefined
      for (const [word] of text.matchAll(words)) {
        const found = findFrom(word.toLowerCase(), 0)
        if (found !== undefined) return found.mask
      }
      return undefined
    },
  }
}

/** At least so many different characters, which nearly every secret has in its first few. */
function isVaried(window: string): boolean {
  let seen = ''
  for (const each of window) {
    if (seen.includes(each)) continue
    seen += each
    if (seen.length === leastDifferent) return true
  }
  return false
}

/** As much of the form as stands around its window. */
function extend(word: string, start: number, { form, at, mask }: Place): Found {
  let before = 0
  while (before < Math.min(at, start) && word[start - before - 1] === form[at - before - 1]) before += 1
  let length = windowLength
  while (at + length < form.length && word[start + length] === form[at + length]) length += 1
  return { from: start - before, to: start + length, mask }
}

function windowsOf(form: string): readonly number[] {
  const last = form.length - windowLength
  if (last < 0) return []
  const steps = Array.from({ length: Math.floor(last / apart) + 1 }, (_, index) => index * apart)
  return [...new Set([...steps, last])]
}

/** All in lower case; whatever a secret is in base64, the base64 of its parts is nearly a part of that. */
function formsOf(secret: string): readonly string[] {
  const cases = new Set([secret, secret.toLowerCase(), secret.toUpperCase()])
  const coded = [...cases].flatMap((each) => [...inBase64(each), Buffer.from(each).toString('hex')])
  const forms = [secret, encodeURIComponent(secret), ...coded]
  return [...new Set(forms.map((form) => form.toLowerCase()))]
}

/** Base64 hides a text in three ways, by how many bytes stand before it; its sure middle is the same each time. */
export function inBase64(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.from(`${'x'.repeat(before)}${secret}`)
      .toString('base64')
      .replace(/=+$/, '')
    const unsure = before === 0 ? 0 : before + 1
    const middle = encoded.slice(unsure, -2)
    return [...new Set([middle, middle.replaceAll('+', '-').replaceAll('/', '_')])]
  })
}
