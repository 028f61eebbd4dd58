import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  findAbsentPages,
  findCitations,
  findStrayCitations,
  isExistingPlace,
} from './support/conformance/citations.ts'
import {
  findBrokenLinks,
  findMisnamedLinks,
  findMissingPaths,
  findReachablePages,
  listFiles,
  pages,
} from './support/labels/pages.ts'
import { projectFile } from './support/project.ts'

/** Checks that every citation in a comment leads to a page of this repository. */

const ownFiles = ['test/citations.test.ts', 'test/support/conformance/citations.ts']
const files = ['src', 'bin', 'test', 'scripts', 'fixtures', 'docs', 'lint']
  .flatMap(listFiles)
  .filter((file) => !ownFiles.includes(file))
const texts = files.map((file) => ({ file, text: readFileSync(projectFile(file), 'utf8') }))

describe('a citation in a comment', () => {
  it('findCitations finds citations in brackets, also several citations with semicolons, and across lines', () => {
    const text = `
      /**
       * Good at 15:00.000 still (specification, Rate, RESOURCES-46; choices 23 to
       * 25, 27), as told (library, such as it is; choices made).
       */`
    expect(findCitations(text)).toEqual([
      { page: 'specification', place: 'Rate' },
      { page: 'specification', place: 'RESOURCES-46' },
      ...['23', '24', '25', '27'].map((place) => ({ page: 'choices', place })),
    ])
  })

  it('findCitations finds a citation of a page that does not exist', () => {
    expect(findCitations('as told (user manual, Errors)')).toEqual([{ page: 'user manual', place: 'Errors' }])
  })

  it.each([
    ['choices', '27'],
    ['specification', 'EVENTS-22'],
    ['specification', 'POST /v1/labels'],
    ['control protocol', 'How do I create and delete accounts?'],
    ['proofs', 'Soak'],
  ] as const)(
    'isExistingPlace accepts the citation of an existing place in the documentation: %s, %s',
    (page, place) => {
      expect(isExistingPlace({ page, place })).toBe(true)
    },
  )

  it.each([
    ['choices', '999'],
    ['specification', 'EVENTS-999'],
    ['specification', 'Postage'],
    ['control protocol', 'Postage'],
    ['manual', 'Errors'],
  ] as const)(
    'isExistingPlace refuses the citation of a missing place in the documentation: %s, %s',
    (page, place) => {
      expect(isExistingPlace({ page, place })).toBe(false)
    },
  )

  it('findStrayCitations finds citations of the documentation outside brackets or without the name of their page', () => {
    expect(findStrayCitations('in the order of choices 1, and LIMITS-999 (choices 3)')).toEqual([
      'choices 1',
      'LIMITS-999',
    ])
    expect(findStrayCitations('trusts nobody (Events, Delivery and retries)')).toEqual([
      'Events, Delivery and retries',
    ])
    expect(findStrayCitations('(choices 1), which LIMITS-1 says')).toEqual([])
  })
})

describe('the citations of all comments', () => {
  it('every citation in the comments of the code names an existing page and place of the documentation', () => {
    const cited = texts.flatMap(({ file, text }) =>
      findCitations(text).map((citation) => ({ file, ...citation })),
    )
    expect(cited.filter((citation) => !isExistingPlace(citation))).toEqual([])
  })

  it('every citation in the comments of the code has the form that the documentation describes', () => {
    // A page has links instead of citations.
    const comments = texts.filter(({ file }) => !file.endsWith('.md'))
    const stray = comments.flatMap(({ file, text }) =>
      findStrayCitations(text).map((words) => ({ file, words })),
    )
    expect(stray).toEqual([])
  })
})

describe('a page outside the repository', () => {
  it.each([
    ['(service.md, Errors)', 'service.md'],
    ['(readings 13, 33)', 'readings 13'],
    ['as in reading\n * 19', 'reading 19'],
    ['(contract, section 3)', 'contract, section'],
    ['(contract.md, magic values)', 'contract.md'],
    ['(section Errors)', '(section E'],
  ])('findAbsentPages finds a citation of a page outside the repository: %j', (text, words) => {
    expect(findAbsentPages(text)).toEqual([words])
  })

  it('no comment in the code cites a page outside the repository', () => {
    const absent = texts.flatMap(({ file, text }) => findAbsentPages(text).map((words) => ({ file, words })))
    expect(absent).toEqual([])
  })
})

it.each(pages)('every link in the page %s leads to an existing page and heading', (page) => {
  expect(findBrokenLinks(page)).toEqual([])
})

it.each(pages)('every file that the page %s names exists', (page) => {
  expect(findMissingPaths(page)).toEqual([])
  expect(findMisnamedLinks(page)).toEqual([])
})

it('every page of the documentation can be reached by links from the README', () => {
  const reached = findReachablePages('README.md')
  expect(pages.filter((page) => !reached.has(page))).toEqual([])
})
