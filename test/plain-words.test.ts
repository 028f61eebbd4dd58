import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listFiles, pages } from './support/labels/pages.ts'
import { projectFile } from './support/project.ts'

/**
 * Checks the words of pages, of messages of the command, of comments and of test names. Generated pages are left out,
 * because their words come from the code.
 */

const generated = /^docs\/(?:rules|kill-matrix)\.md$|^docs\/specification\//
const ownPages = [...pages, 'CHANGELOG.md'].filter((page) => !generated.test(page))

/**
 * Words that this project avoids, and the usual words for them. "behind" and "way" are missing, as they are common
 * words, and "turns" and "judge" are refused as nouns only.
 */
const refused: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\banswer(?:s|ed|ing)?\b/i, 'response, respond, return'],
  [/\b(?:bites?|bitten)\b/i, 'trigger'],
  [/\b(?:tak(?:es?|en|ing)|took)(?: \w+)? away\b/i, 'remove'],
  [/\b(?:lays?|laid)\b/i, 'place'],
  [/\bputs?(?:ting)? off\b/i, 'postpone'],
  [/\b(?:brings?|bringing|brought) about\b/i, 'cause'],
  [/\b(?:an?|the|each|every|its) judges?\b/i, 'oracle, check'],
  [/\bpanels?\b/i, 'oracle runner'],
  [/\bstages?\b/i, 'walk accounts'],
  [/\bcast\b/i, 'clients'],
  [/\bperformance\b/i, 'script run'],
  [/\b(?:story|stories)\b/i, 'scenario'],
  [/\btellings?\b/i, 'description'],
  [/\bthings?\b/i, 'resource'],
  [/\b(?:told|said|stands|stood)\b/i, 'describe, message, is, was'],
  [/\b(?:in vain|fruitless)\b/i, 'failed'],
  [/\bpatien(?:ce|t)\b/i, 'adaptive timeout'],
  [/\bslots?\b/i, 'semaphore'],
  [/\b(?:an?|its|their|in) turns?\b/i, 'mutex'],
  [/\bstakes?\b/i, 'unproven purchases'],
  [/\blosses\b/i, 'lost requests'],
  [/\bhollow\b/i, 'stub target'],
  [/\bhidden keys?\b|\bHiddenKeys\b/i, 'backdoor'],
  [/\bprovok\w+\b/i, 'reproduce'],
  [/\btours?\b/i, 'recorded examples'],
  [/\bstrangers?\b/i, 'untracked journey'],
  [/\bNot so:/i, 'Broken rule:'],
  [/\b(?:It happens now|Run so fast|Take it away)\b/i, 'the verb for what happens'],
]

/** Matches openings of a sentence that hide who acts. A question may begin with one. */
const opening = /^(?:What|Whoever|Whatever|Whose|Where|Those|Nobody|That which|Of|By which)\b[^?]*$/

/** Refused words that some texts may have, each with the reason. */
const allowed: readonly { readonly place: RegExp; readonly word: RegExp; readonly because: string }[] = []

interface Text {
  readonly place: string
  readonly text: string
}

/** Lists the paragraphs, list items and table cells of a page, without code, links and headings. */
function listTexts(page: string, markdown: string): readonly Text[] {
  return markdown
    .replaceAll(/^ *(```+)[\s\S]*?^ *\1 *$/gm, '')
    .replaceAll(/`[^`]*`/g, 'CODE')
    .replaceAll(/\]\([^)]*\)|<[^>]*>|[*[\]]/g, '')
    .split(/\n\s*\n|\n(?=\s*(?:-|\d+\.|\|) )|^#+ .*$/m)
    .flatMap((block) => (block.trim().startsWith('|') ? block.split('|') : [block]))
    .map((block) => ({
      place: page,
      text: block
        .replace(/^\s*(?:-|\d+\.) /, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    }))
    .filter(({ text }) => text !== '')
}

function findRefusedWords({ place, text }: Text): readonly string[] {
  const words = refused.flatMap(([pattern, instead]) => {
    const [found] = pattern.exec(text) ?? []
    const isAllowed = allowed.some(({ place: where, word }) => where.test(place) && word.test(found ?? ''))
    return found === undefined || isAllowed ? [] : [`${found} (${instead}) in ${place}: ${text}`]
  })
  const openings = text
    .split(/(?<=[.!?]) +/)
    .filter((sentence) => opening.test(sentence))
    .map((sentence) => `opening in ${place}: ${sentence}`)
  return [...words, ...openings]
}

describe('the check that refuses unclear words', () => {
  it.each([
    ['The answer has no body.', 'answer (response, respond, return)'],
    ['A fault bites\nonce.', 'bites (trigger)'],
    ['The service takes it away.', 'takes it away (remove)'],
    ['- Each judge sees it.', 'Each judge'],
    ['| a | this stood |', 'stood ('],
    ['It ends. What came is kept.', 'opening'],
    ['Nobody waits.', 'opening'],
    ['Where it waits, it is slow.', 'opening'],
  ])('the check for plain words in pages refuses %j', (text, message) => {
    expect(listTexts('page', text).flatMap(findRefusedWords).join('\n').toLowerCase()).toContain(
      message.toLowerCase(),
    )
  })

  it.each([
    '`answer` is a field.',
    '# What the outcomes mean\n\nText.',
    'What does it cost?',
    'The rules judge a service.',
    '```sh\necho told\n```',
    'A rule turns red.',
    'See [this](answers.md).',
  ])('the check for plain words in pages accepts %j', (text) => {
    expect(listTexts('page', text).flatMap(findRefusedWords)).toEqual([])
  })
})

it.each([
  ['README.md', 150],
  ['CHANGELOG.md', 80],
  ...ownPages.filter((page) => page.startsWith('docs/conformance')).map((page) => [page, 120] as const),
] as const)('the page %s has at most %i lines', (page, maxLines) => {
  expect(readFileSync(projectFile(page), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(maxLines)
})

it.each(ownPages)('the page %s has only plain words', (page) => {
  const texts = listTexts(page, readFileSync(projectFile(page), 'utf8'))
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.flatMap(findRefusedWords)).toEqual([])
})

it.each(ownPages)('the page %s has sentences of at most 30 words, without code', (page) => {
  const sentences = listTexts(page, readFileSync(projectFile(page), 'utf8')).flatMap(({ text }) =>
    text.split(/(?<=[.!?:;]) +/),
  )
  const listWords = (sentence: string) => sentence.split(' ').filter((word) => !word.includes('CODE'))
  expect(sentences.filter((sentence) => listWords(sentence).length > 30)).toEqual([])
})

it('the headings of all pages have only plain words', () => {
  const headings = ownPages.flatMap((page) =>
    [...readFileSync(projectFile(page), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => ({
      place: page,
      text,
    })),
  )
  expect(headings.flatMap(findRefusedWords).filter((found) => !found.startsWith('opening'))).toEqual([])
})

it.each(listFiles('bin').filter((file) => /(?<!\.test)\.ts$/.test(file)))(
  'the messages in %s have only plain words',
  (file) => {
    const code = readFileSync(projectFile(file), 'utf8').replaceAll(
      /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import .*$/gm,
      '',
    )
    const literals = code.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? []
    const texts = literals.map((literal) => ({
      place: file,
      text: literal.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, 'CODE'),
    }))
    expect(texts.flatMap(findRefusedWords)).toEqual([])
  },
)

const codeFolders = ['src', 'bin', 'test']
const codeFiles = codeFolders
  .flatMap((folder) => listFiles(folder))
  // Other tests write and remove files in test/copied-*.
  .filter((file) => /\.tsx?$/.test(file) && !/^test\/(?:plain-words\.test\.ts|copied-)/.test(file))

/** The words that are refused in comments and test names. The other refused words are needed there in another meaning. */
const refusedInCode: typeof refused = [
  [/\bnot stated\b/, 'the specification does not say'],
  ...refused.filter(([pattern]) =>
    ['bite', 'took', 'bring', 'in vain', 'hollow', 'provok', 'stranger', 'tour', 'losses', 'Not so'].some(
      (word) => pattern.source.includes(word),
    ),
  ),
]

/** Matches refused openings of a sentence in a comment. A test name may begin with "Where" and "None". */
const commentOpening = /^(?:What|Whoever|Whatever|Whose|Where|Those|Nobody|None|That which|Of|By which)\b/
const titleOpening = /^(?:What|Whoever|Whatever|Whose|Nobody|Those)\b/i

/** Matches openings of a title that cannot stand alone, as its subject is in the name of a group. */
const openingWithoutSubject = /^(?:and|but|are|is|was|were|has|have|had|can|cannot|may|must|of)\b/

/** Lists the comments of a file without their comment marks. Consecutive lines are one comment. */
function listComments(file: string, code: string): readonly Text[] {
  const found = code.match(/\/\*\*[\s\S]*?\*\/|^ *\/\/.*(?:\n *\/\/.*)*/gm) ?? []
  return found.map((comment) => ({
    place: file,
    text: comment
      .replaceAll(/`[^`]*`/g, 'CODE')
      .replaceAll(/^ *(?:\/\*\*|\*\/|\*|\/\/)|\*\/$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }))
}

/** Lists the names of the tests and groups of a file. */
function listTitles(file: string, code: string): readonly Text[] {
  const groups = code.matchAll(/\bdescribe(?:\.\w+)?(?:\([^)\n]*\))?\(\s*(?:'([^'\n]*)'|"([^"\n]*)")/g)
  return [...toTexts(file, groups), ...listTestTitles(file, code)]
}

/** Lists the names of the tests of a file, also those of `it.each`. */
function listTestTitles(file: string, code: string): readonly Text[] {
  const named = code.matchAll(/\b(?:it|test)(?:\.\w+)?(?:\([^)\n]*\))?\(\s*(?:'([^'\n]*)'|"([^"\n]*)")/g)
  const ofRows = code.matchAll(/^ *\]?\)\(\s*(?:'([^'\n]*)'|"([^"\n]*)")/gm)
  return toTexts(file, [...named, ...ofRows])
}

function toTexts(file: string, found: Iterable<RegExpExecArray>): readonly Text[] {
  return [...found].map(([, plain, quoted]) => ({ place: file, text: plain ?? quoted ?? '' }))
}

function findProblems({ place, text }: Text, opening: RegExp): readonly string[] {
  return [
    ...refusedInCode.flatMap(([pattern, instead]) => {
      const [found] = pattern.exec(text) ?? []
      return found === undefined ? [] : [`${found} (${instead}) in ${place}: ${text}`]
    }),
    ...text
      .split(/(?<=[.!?]) +/)
      .filter((sentence) => opening.test(sentence))
      .map((sentence) => `opening in ${place}: ${sentence}`),
  ]
}

it.each([
  ['/** What is sent. */', 'opening'],
  ['  // It waits.\n  // Whoever asks gets it.', 'opening'],
  ['/** Returns the fault. Where it bites, it counts. */', 'bites (trigger)'],
])('the check for plain words in comments refuses %j', (code, message) => {
  expect(
    listComments('file', code)
      .flatMap((text) => findProblems(text, commentOpening))
      .join(),
  ).toContain(message)
})

it('the check for plain words in test names refuses an unclear opening and an unclear word', () => {
  const code = "it('nobody waits', run)\nit.each([\n])('counts a fault that has bitten', run)"
  expect(listTitles('file', code).flatMap((text) => findProblems(text, titleOpening))).toHaveLength(2)
})

it('the comments of all code have only plain words', () => {
  const texts = codeFiles.flatMap((file) => listComments(file, readFileSync(projectFile(file), 'utf8')))
  expect(texts.length).toBeGreaterThan(2_000)
  expect(texts.flatMap((text) => findProblems(text, commentOpening))).toEqual([])
})

it('the names of all tests have only plain words', () => {
  const files = codeFiles.filter((file) => /\.test\.tsx?$/.test(file))
  const texts = files.flatMap((file) => listTitles(file, readFileSync(projectFile(file), 'utf8')))
  expect(texts.length).toBeGreaterThan(800)
  expect(texts.flatMap((text) => findProblems(text, titleOpening))).toEqual([])
})

it('no test name begins with a word that needs the name of its group', () => {
  const files = codeFiles.filter((file) => /\.test\.tsx?$/.test(file))
  const tests = files.flatMap((file) => listTestTitles(file, readFileSync(projectFile(file), 'utf8')))
  expect(tests.length).toBeGreaterThan(800)
  expect(tests.filter(({ text }) => openingWithoutSubject.test(text))).toEqual([])
})
