import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'

/**
 * Copies the type declarations of the given modules, and the declarations in other modules that they use, to each folder in
 * `places`. Other declarations are left out: they may use types of Node or of packages that a user's project does not have.
 */
export function copyDeclarations(folder, modules, places) {
  const files = new Map()
  for (const module of modules)
    loadStatements(resolve(folder, findDeclarationFile(module))).forEach(keepStatement)
  for (const [file, statements] of files) {
    const text = statements.map(renderKeptStatement).join('').trimStart()
    // Projects with older compiler options cannot read the types of zod.
    if (/["']zod/.test(text))
      throw new Error(`${file}: the published types import zod. Export a type that does not use zod.`)
    for (const place of places) {
      const target = join(place, relative(folder, file))
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
  }

  function loadStatements(file) {
    if (!files.has(file)) {
      files.set(file, readStatements(file))
      // A statement without names, such as an extension of another module, is kept in every file that is loaded.
      files
        .get(file)
        .filter((each) => each.names.length + each.links.length === 0)
        .forEach(keepStatement)
    }
    return files.get(file)
  }

  function keepStatement(statement) {
    if (statement.isKept) return
    statement.isKept = true
    if (statement.isExport) statement.links.forEach(keepLinkTarget)
    for (const word of statement.words) keepStatementsForName(statement.file, word)
  }

  /**
   * Marks each statement of a file that declares this name as kept. If the file imports or re-exports the name, marks the
   * link and its target, too.
   */
  function keepStatementsForName(file, name) {
    for (const statement of loadStatements(file)) {
      if (statement.names.includes(name)) keepStatement(statement)
      statement.links.filter((link) => link.local === name).forEach(keepLinkTarget)
    }
  }

  function keepLinkTarget(link) {
    if (link.isKept) return
    link.isKept = true
    if (link.file === undefined) return
    if (link.imported === undefined) loadStatements(link.file).forEach(keepStatement)
    else keepStatementsForName(link.file, link.imported)
  }
}

function findDeclarationFile(module) {
  return module.replace(/\.[jt]s$/, '.d.ts')
}

/**
 * Returns the statements of a declaration file, each with the names that it declares, its imports and re-exports, and
 * the words in it.
 */
function readStatements(file) {
  const text = readFileSync(file, 'utf8')
  let end = 0
  return parseSync(file, text).program.body.map((node) => {
    const comment = text.slice(end, node.start)
    end = node.end
    const { declarations, id } = node.declaration ?? node
    const source = node.source?.value
    const target = source?.startsWith('.') ? resolve(dirname(file), findDeclarationFile(source)) : undefined
    const specifiers = source === undefined ? [] : (node.specifiers ?? [{}])
    return {
      file,
      text: comment + text.slice(node.start, end),
      isExport: node.type.startsWith('Export'),
      names: (declarations ?? [{ id }]).flatMap((each) =>
        each.id?.type === 'Identifier' ? each.id.name : [],
      ),
      words: new Set(
        text
          .slice(node.start, end)
          .replaceAll(/\/\*[\s\S]*?\*\//g, '')
          .match(/[\w$]+/g),
      ),
      links: specifiers.map(({ imported, local, exported, ...span }) => ({
        file: target,
        imported: (imported ?? local)?.name,
        local: (exported ?? local)?.name,
        text: text.slice(span.start, span.end),
      })),
    }
  })
}

/** Returns the text of a statement that is kept. An import or re-export has only the names that are kept. */
function renderKeptStatement({ links, isKept, text }) {
  if (links.length === 0) return isKept ? text : ''
  const kept = links.filter((link) => link.isKept)
  if (kept.length === links.length) return text
  if (kept.length === 0) return ''
  return text.replace(/\{[^}]*\}/, () => `{ ${kept.map((link) => link.text).join(', ')} }`)
}
