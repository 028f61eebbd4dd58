import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { projectFile } from '../project.ts'

/** The pages that tell people of the project, each by its path from the root. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...filesIn('docs'),
  ...filesIn('examples'),
].filter((path) => path.endsWith('.md'))

/** All files of a folder and of those in it, by their paths from the root. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(projectFile(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectFile('.'), join(entry.parentPath, entry.name)))
    .sort()
}

/** The headings of a page, as they are read. */
export function headingsOf(page: string): readonly string[] {
  const text = readPage(page).replaceAll(/^```[\s\S]*?^```/gm, '')
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading.replaceAll(/<[^>]*>/g, '').replaceAll('`', ''),
  )
}

/** The named entries of a page: ids of statements, of rules and of choices. */
export function idsOf(page: string): readonly string[] {
  return [...readPage(page).matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id)
}

/** Links of a page to files or anchors that are not there. */
export function brokenLinks(page: string): readonly string[] {
  return linksOf(page).filter((target) => !leadsSomewhere(page, target))
}

/** Paths of this repository that a page names in code and that are not there. A pattern or a placeholder is no path. */
export function absentPaths(page: string): readonly string[] {
  const named = [
    ...readPage(page).matchAll(/`((?:src|bin|test|scripts|fixtures|docs|schemas|assets)\/[\w./-]+)`/g),
  ]
  return named
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('NAME') && !existsSync(projectFile(path)))
}

/** Links of a page whose text names another file than the one that they lead to. */
export function misnamedLinks(page: string): readonly string[] {
  const links = [...readPage(page).matchAll(/\[`([^`\]]+\.\w+)`\]\(([^)#\s]+)\)/g)]
  return links.filter(([, text = '', target = '']) => !target.endsWith(text)).map(([link]) => link)
}

/** Every page that links lead to from this one, however many in a row; a link to a folder leads to all that is in it. */
export function reachableFrom(start: string): ReadonlySet<string> {
  const reached = new Set([start])
  // A set is walked to its end, and what is added on the way is walked too.
  for (const page of reached) {
    for (const target of linksOf(page)) {
      const [file = ''] = target.split('#')
      if (file === '') continue
      const path = join(dirname(page), file)
      for (const other of pages) if (other === path || other.startsWith(`${path}/`)) reached.add(other)
    }
  }
  return reached
}

function linksOf(page: string): readonly string[] {
  return [...readPage(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
}

function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  if (!existsSync(projectFile(file))) return false
  return anchor === undefined || idsOf(file).includes(anchor) || headingsOf(file).map(slug).includes(anchor)
}

/** The anchor that GitHub and npm give a heading. */
function slug(heading: string): string {
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
