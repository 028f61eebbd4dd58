import table from '../../../fixtures/addresses/words.json' with { type: 'json' }

type Spellings = Readonly<Record<string, readonly string[]>>
type Phrase = readonly string[]

const unitTables: readonly Spellings[] = [
  table.unitsNamingTheirOccupant,
  table.unitsNeedingANumber,
  table.unitsStandingAlone,
]

/** The Publication 28 abbreviation of each spelling of a street suffix. */
export const suffixes = indexBySpelling([table.suffixes])
/** The abbreviation of each spelling of a direction: N for NORTH and for N. */
export const directionals = indexBySpelling([table.directionals])
/** The abbreviation of each spelling of a kind of unit: APT for APARTMENT and for APT. */
export const units = indexBySpelling(unitTables)
export const unitsNamingTheirOccupant = indexBySpelling([table.unitsNamingTheirOccupant])
export const unitsNeedingANumber = indexBySpelling([table.unitsNeedingANumber])
export const unitsStandingAlone = indexBySpelling([table.unitsStandingAlone])
/** Each spelling of a rural route or highway contract route, with its code RR or HC. */
export const ruralRoutes = [...indexBySpelling([table.ruralRoutes])].map(
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
/** Countries, by code, where the house number follows the street. */
export const numberAfterStreet = new Set(table.numberAfterStreet)

function indexBySpelling(tables: readonly Spellings[]): ReadonlyMap<string, string> {
  return new Map(
    tables
      .flatMap((spellings) => Object.entries(spellings))
      .flatMap(([short, longs]) => [short, ...longs].map((spelling) => [spelling, short] as const)),
  )
}

function toPhrase(text: string): Phrase {
  return text.split(' ')
}
