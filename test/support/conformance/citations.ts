import { listFiles, listHeadings, listIds } from '../labels/pages.ts'

/** A place on a page of the project that a text cites: `(choices 27)`, `(specification, Rate)`. */
interface Citation {
  readonly page: string
  /** The place on the page: a number, an id or a heading. */
  readonly place: string
}

/** The pages by their names in citations: `docs/command-line.md` is `command line`. */
const citedPages: ReadonlyMap<string, readonly string[]> = new Map([
  ['specification', listFiles('docs/specification')],
  ...listFiles('docs').flatMap((file): readonly [string, readonly string[]][] => {
    const [, name] = /^docs\/([a-z-]+)\.md$/.exec(file) ?? []
    return name === undefined ? [] : [[name.replaceAll('-', ' '), [file]]]
  }),
])

const brackets = /\(([^()]*)\)/g
const numbers = /^choices \d+(?:(?:, | to | and )\d+)*$/
/**
 * Matches a page and a place. Every text of this form counts as a citation, so a citation of a missing page is found.
 */
const places = /^([a-z]+(?: [a-z]+){0,3}), ([A-Z].*)$/
const statementId =
  /\b(?:CONVENTIONS|SERVICE|RESOURCES|STATES|ENDPOINTS|AUTHENTICATION|EVENTS|ERRORS|LIMITS|VERSIONING)-\d+\b/g

/** Returns the citations of a text: they are in brackets, with semicolons between them. */
export function findCitations(text: string): readonly Citation[] {
  return listBrackets(text).flatMap((bracket) => bracket.split('; ').flatMap(readCitation))
}

/**
 * Returns text that looks like a citation but is none: a number without brackets, a heading without its page, an
 * unknown id.
 */
export function findStrayCitations(text: string): readonly string[] {
  const rest = joinLines(text).replaceAll(brackets, (_, bracket: string) =>
    bracket
      .split('; ')
      .filter((part) => readCitation(part).length === 0)
      .join('; '),
  )
  const ids = joinLines(text).match(statementId) ?? []
  const unknown = ids.filter((place) => !isExistingPlace({ page: 'specification', place }))
  const pageless = [...joinLines(text).matchAll(/[a-z.] \(([A-Z][^()]*)\)/g)]
    .map(([, bracket = '']) => bracket)
    .filter((bracket) =>
      bracket.split(/[,;] /).some((place) => isExistingPlace({ page: 'specification', place })),
    )
  return [...(rest.match(/\bchoices? \d+/g) ?? []), ...unknown, ...pageless]
}

/** Returns the words of a text that name pages which are not in the repository. */
export function findAbsentPages(text: string): readonly string[] {
  return (
    joinLines(text).match(
      /\bservice\.md\b|\breadings? \d+|\bcontract\.md\b|\bcontract, section\b|\(section [A-Z]/gi,
    ) ?? []
  )
}

export function isExistingPlace({ page, place }: Citation): boolean {
  return known.get(page)?.has(place) === true
}

function readCitation(part: string): readonly Citation[] {
  if (numbers.test(part))
    return listCitedNumbers(part).map((place) => ({ page: 'choices', place: String(place) }))
  const [, page = '', list = ''] = places.exec(part) ?? []
  return page === '' ? [] : list.split(', ').map((place) => ({ page, place }))
}

/** Returns the numbers in a citation; `23 to 27` stands for each number in between. */
function listCitedNumbers(part: string): readonly number[] {
  return [...part.matchAll(/(\d+)(?: to (\d+))?/g)].flatMap(([, from, to = from]) => {
    const first = Number(from)
    return Array.from({ length: Math.max(1, Number(to) - first + 1) }, (_, index) => first + index)
  })
}

function listBrackets(text: string): readonly string[] {
  return [...joinLines(text).matchAll(brackets)].map(([, bracket = '']) => bracket)
}

/** Joins the lines of a comment, because a citation may continue on the next line. */
function joinLines(text: string): string {
  return text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ')
}

const known: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...citedPages].map(([page, files]) => [
    page,
    new Set(files.flatMap((file) => [...listHeadings(file), ...listIds(file)])),
  ]),
)
