// Checks that every regular expression takes linear time. Run by npm run check; docs/decisions/regular-expressions.md says how it works.
// node scripts/check-regexes.mjs [FOLDER...]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { analyse } from 'scslre'

/** The comment that exempts the regular expression in the same line or the next. It says why its time is bounded. */
const exemption = /\/\/ safe regex: \S/

const folders = process.argv.length > 2 ? process.argv.slice(2) : ['src', 'bin', 'assets']
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.[jt]sx?$/.test(name) && !/\.test\.ts$/.test(name))
    .map((name) => join(folder, name)),
)
const expressions = files.flatMap((file) => findExpressions(file))
const troubles = expressions.flatMap((expression) => findProblem(expression) ?? [])
for (const trouble of troubles) process.stderr.write(`${trouble}\n`)
if (troubles.length > 0) process.exitCode = 1
else process.stdout.write(`Checked ${expressions.length} regular expressions.\n`)

/**
 * Returns the regular expressions of a file that have no exempting comment. An expression that is created from text has
 * no `source`.
 */
function findExpressions(file) {
  const text = readFileSync(file, 'utf8')
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const lines = text.split('\n')
  const found = []
  const addExpression = (node, expression) => {
    const line = text.slice(0, node.start).split('\n').length
    if (!lines.slice(Math.max(0, line - 2), line).some((each) => exemption.test(each)))
      found.push({ place: `${file}:${line}`, ...expression })
  }
  const addIfRegExpConstructor = (node) => {
    if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') addExpression(node, {})
  }
  new Visitor({
    Literal: (node) => {
      if (node.regex) addExpression(node, { source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: addIfRegExpConstructor,
    CallExpression: addIfRegExpConstructor,
  }).visit(program)
  return found
}

/** Returns why a regular expression may take more than linear time; undefined if it takes linear time. */
function findProblem({ place, source, flags }) {
  if (source === undefined)
    return `${place} makes a regular expression from text, which cannot be checked. Say what bounds its time: // safe regex: …`
  const [report] = analyse({ source, flags }).reports
  if (report === undefined) return undefined
  const time = report.exponential ? 'exponential' : 'quadratic'
  return `${place} /${source}/ takes ${time} time for ${report.character.literal} repeated. Change it, or say what bounds its input: // safe regex: …`
}
