/**
 * Returns one line of an address in the characters that a carrier prints: upper case, independent of the
 * machine's language, and single blanks. Only meaningful punctuation stays (hyphen, slash, ampersand, number
 * sign, decimal point). Letters of every script stay.
 */
export function cleanLine(text: string): string {
  const upper = text.trim().toUpperCase()
  return isCleanLine(upper) ? upper : removePunctuation(upper)
}

/** Returns the words of an address line after `cleanLine`. A number sign (#) is a word of its own. */
export function splitIntoWords(text: string): readonly string[] {
  return cleanLine(text)
    .replaceAll('#', ' # ')
    .split(' ')
    .filter((word) => word !== '')
}

/** Whether a word has a digit of any script. */
export function hasDigit(word: string): boolean {
  return /\p{Nd}/u.test(word)
}

/** Whether a word is an ordinal number such as 5TH, which names a street or a floor, never a house. */
export function isOrdinal(word: string): boolean {
  return /^\d+(ST|ND|RD|TH)$/.test(word)
}

// Whether a line needs no cleaning. This check saves time: most lines need no cleaning, and every rate and purchase
// reads several.
function isCleanLine(line: string): boolean {
  return /^(?:[A-Z\d]+ )*[A-Z\d]*$/.test(line) && !line.endsWith(' ')
}

function removePunctuation(line: string): string {
  return (
    line
      // A dot ends an abbreviation (P.O., ST.LOUIS) unless it divides digits (MILE 39.2).
      .replace(/(\p{L}{2})\.(?=[\p{L}\p{N}])/gu, '$1 ')
      .replace(/(?<!\d)\.|\.(?!\d)/g, '')
      .replace(/['’‘`´]/g, '')
      .replace(/[,;:!?"“”()[\]{}<>*_\\|…\p{Cc}]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  )
}
