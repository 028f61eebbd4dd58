import table from '../../../fixtures/addresses/words.json' with { type: 'json' }

type Spellings = Readonly<Record<string, readonly string[]>>
type Phrase = readonly string[]

const unitTables: readonly Spellings[] = [
  table.unitsNamingTheirOccupant,
  table.unitsNeedingANumber,
  table.unitsStandingAlone,
]

/** The abbreviation of each spelling of a street suffix (Publication 28): ST for STREET and for ST. */
export const suffixes = mapSpellingsToAbbreviations([table.suffixes])
/** The abbreviation of each spelling of a direction: N for NORTH and for N. */
export const directionals = mapSpellingsToAbbreviations([table.directionals])
/** The abbreviation of each spelling of a kind of unit: APT for APARTMENT and for APT. */
export const units = mapSpellingsToAbbreviations(unitTables)
export const unitsNamingTheirOccupant = mapSpellingsToAbbreviations([table.unitsNamingTheirOccupant])
export const unitsNeedingANumber = mapSpellingsToAbbreviations([table.unitsNeedingANumber])
export const unitsStandingAlone = mapSpellingsToAbbreviations([table.unitsStandingAlone])
/** The phrases that name a rural route or a highway contract route in a street line, each with the code RR or HC. */
export const ruralRoutes = [...mapSpellingsToAbbreviations([table.ruralRoutes])].map(
  ([spelling, code]) => ({ phrase: spelling.split(' '), code }) as const,
)

export const poBoxes: readonly Phrase[] = table.poBoxes.map(toPhrase)
export const poBoxesAbroad: readonly Phrase[] = [...table.poBoxes, ...table.poBoxesAbroad].map(toPhrase)
export const generalDelivery: Phrase = toPhrase(table.generalDelivery)
export const spelledNumbers = new Set(table.spelledNumbers)
export const numberedRoads = new Set(table.numberedRoads)
export const militaryUnits = new Set(table.militaryUnits)
export const businessNames = new Set(table.businessNames)
export const businessStreets = new Set(table.businessStreets)
export const homeStreets = new Set(table.homeStreets)
/** The codes of the countries where the house number comes after the street name. */
export const numberAfterStreet = new Set(table.numberAfterStreet)

function mapSpellingsToAbbreviations(tables: readonly Spellings[]): ReadonlyMap<string, string> {
  return new Map(
    tables
      .flatMap((spellings) => Object.entries(spellings))
      .flatMap(([short, longs]) => [short, ...longs].map((spelling) => [spelling, short] as const)),
  )
}

function toPhrase(text: string): Phrase {
  return text.split(' ')
}
