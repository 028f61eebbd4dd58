// Prints the packages that users of this package install, as a CycloneDX document: node scripts/release/bill-of-materials.mjs
// `npm sbom --omit dev` also omits packages that both users and development need, so npm runs in a copy of the project that
// has no development packages.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const cwd = mkdtempSync(join(tmpdir(), 'drydock-bill-'))
process.on('exit', () => rmSync(cwd, { recursive: true, force: true }))

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
for (const field of ['scripts', 'devDependencies', 'peerDependencies', 'peerDependenciesMeta'])
  delete manifest[field]
writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest))
copyFileSync('package-lock.json', join(cwd, 'package-lock.json'))
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--prefer-offline', '--silent'], {
  cwd,
})
execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], { cwd, stdio: 'inherit' })
