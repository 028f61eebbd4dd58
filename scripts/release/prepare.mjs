// Checks that the project can be released under a tag, and writes the files of the release into a folder:
// node scripts/release/prepare.mjs v1.2.3 release
// The folder gets the package, its bill of materials (CycloneDX) and the notes, which are the version's section of CHANGELOG.md.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [tag = '', folder = 'release'] = process.argv.slice(2)
const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'))
const heading = readFileSync('CHANGELOG.md', 'utf8').match(
  new RegExp(`^## ${version.replaceAll('.', '\\.')}, (.*)$`, 'm'),
)
const problems = [
  tag !== `v${version}` &&
    `The tag is ${tag || 'missing'}, but package.json has the version ${version}: tag v${version}.`,
  !/^\d{4}-\d\d-\d\d$/.test(heading?.[1] ?? '') &&
    `CHANGELOG.md needs the heading "## ${version}, YYYY-MM-DD"${heading === null ? '' : `, not "${heading[0]}"`}.`,
  repository === undefined &&
    'package.json needs "repository" with the URL of this repository: npm compares it with the provenance.',
].filter((problem) => problem !== false)
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exit(1)
}

mkdirSync(folder, { recursive: true })
execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { stdio: 'inherit' })
writeFileSync(
  join(folder, 'sbom.cdx.json'),
  execFileSync(process.execPath, [join(import.meta.dirname, 'bill-of-materials.mjs')]),
)
writeFileSync(join(folder, 'notes.md'), readReleaseNotes())

/** Returns the text below the heading of the version, up to the next version. */
function readReleaseNotes() {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  const [, text = ''] = changelog.split(`${heading[0]}\n`)
  return `${text.split(/^## /m)[0].trim()}\n`
}
