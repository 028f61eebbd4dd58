import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { projectFile } from '../project.ts'

/** The pages for users and contributors, each by its path from the root. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...listFiles('docs'),
  ...listFiles('examples'),
].filter((path) => path.endsWith('.md'))

/** Returns all files of a folder and of its subfolders, by their paths from the root of the repository. */
export function listFiles(folder: string): readonly string[] {
  return readdirSync(projectFile(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectFile('.'), join(entry.parentPath, entry.name)))
    .sort()
}

/** Returns the headings of a page as a reader sees them. */
export function listHeadings(page: string): readonly string[] {
  const text = readPage(page).replaceAll(/^```[\s\S]*?^```/gm, '')
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading.replaceAll(/<[^>]*>/g, '').replaceAll('`', ''),
  )
}

/** Returns the ids on a page: of statements, of rules and of choices. */
export function listIds(page: string): readonly string[] {
  return [...readPage(page).matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id)
}

/** Returns the links of a page to files or anchors that do not exist. */
export function findBrokenLinks(page: string): readonly string[] {
  return listLinks(page).filter((target) => !isExistingTarget(page, target))
}

/**
 * Returns the paths of this repository that a page names in code and that do not exist. A pattern or a placeholder does
 * not count.
 */
export function findMissingPaths(page: string): readonly string[] {
  const named = [
    ...readPage(page).matchAll(/`((?:src|bin|test|scripts|fixtures|docs|schemas|assets)\/[\w./-]+)`/g),
  ]
  return named
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('NAME') && !existsSync(projectFile(path)))
}

/** Returns the links of a page whose text names another file than their target. */
export function findMisnamedLinks(page: string): readonly string[] {
  const links = [...readPage(page).matchAll(/\[`([^`\]]+\.\w+)`\]\(([^)#\s]+)\)/g)]
  return links.filter(([, text = '', target = '']) => !target.endsWith(text)).map(([link]) => link)
}

/** Returns every page that can be reached by links from this page. A link to a folder leads to all its files. */
export function findReachablePages(start: string): ReadonlySet<string> {
  const reached = new Set([start])
  // A loop over a set also visits values that are added during the loop.
  for (const page of reached) {
    for (const target of listLinks(page)) {
      const [file = ''] = target.split('#')
      if (file === '') continue
      const path = join(dirname(page), file)
      for (const other of pages) if (other === path || other.startsWith(`${path}/`)) reached.add(other)
    }
  }
  return reached
}

function listLinks(page: string): readonly string[] {
  return [...readPage(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
}

function isExistingTarget(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  if (!existsSync(projectFile(file))) return false
  return (
    anchor === undefined ||
    listIds(file).includes(anchor) ||
    listHeadings(file).map(createAnchor).includes(anchor)
  )
}

/** Returns the anchor that GitHub and npm give to a heading. */
function createAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

const texts = new Map<string, string>()

function readPage(page: string): string {
  const text = texts.get(page) ?? readFileSync(projectFile(page), 'utf8')
  texts.set(page, text)
  return text
}
