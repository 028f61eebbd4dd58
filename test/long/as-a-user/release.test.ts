import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../../package.json' with { type: 'json' }
import { projectFile } from '../../support/project.ts'

/** Checks the structure of the GitHub workflows, and runs the steps of the release unchanged in a small package. */

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
}

interface Job {
  readonly uses?: string
  readonly needs?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps?: readonly Step[]
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

const readWorkflow = (name: string): Workflow =>
  parse(readFileSync(projectFile(`.github/workflows/${name}.yml`), 'utf8'))
const workflows = { ci: readWorkflow('ci'), release: readWorkflow('release') }
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe.each(Object.entries(workflows))('the GitHub workflow %s', (_, workflow) => {
  it("a GitHub workflow uses only GitHub's own actions, by major version", () => {
    const used = Object.values(workflow.jobs).flatMap(({ uses, steps = [] }) => [
      uses ?? [],
      steps.flatMap((step) => step.uses ?? []),
    ])
    expect(used.flat(2)).not.toEqual([])
    for (const name of used.flat(2))
      expect(name).toMatch(/^(?:actions\/[\w-]+@v\d+|\.\/\.github\/workflows\/ci\.yml)$/)
  })

  it('a GitHub workflow may only read the repository, except for the job publish', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const more = Object.entries(workflow.jobs).flatMap(([name, { permissions }]) =>
      permissions ? [name] : [],
    )
    expect(more).toEqual(workflow === workflows.release ? ['publish'] : [])
  })
})

it('the GitHub workflow ci runs .ci/run', () => {
  expect(workflows.ci.jobs['check']?.steps?.map(({ run }) => run)).toContain('.ci/run')
})

describe('the release workflow', () => {
  const { publish, check } = workflows.release.jobs

  it('the release workflow publishes only after all checks, with two write permissions', () => {
    expect(check?.uses).toBe('./.github/workflows/ci.yml')
    expect(publish?.needs).toBe('check')
    expect(publish?.permissions).toEqual({ contents: 'write', 'id-token': 'write' })
  })

  it('the release workflow publishes the npm package, and a GitHub release with notes and a bill of materials', () => {
    const { folder, calls, outcomes } = runSteps({ tag: 'v1.2.0', day: '2030-01-31' })
    expect(outcomes).toEqual([
      ['Prepare', 0, ''],
      ['Publish', 0, ''],
      ['Create the release', 0, ''],
    ])
    expect(readdirSync(join(folder, 'release')).sort()).toEqual([
      'notes.md',
      'sbom.cdx.json',
      'small-1.2.0.tgz',
    ])
    expect(readFileSync(join(folder, 'release/notes.md'), 'utf8')).toBe('- The newest change.\n')
    const bill = JSON.parse(readFileSync(join(folder, 'release/sbom.cdx.json'), 'utf8'))
    expect([bill.bomFormat, bill.metadata.component.version]).toEqual(['CycloneDX', '1.2.0'])
    expect(calls()).toEqual([
      'npm publish ./release/small-1.2.0.tgz --provenance --access public',
      'gh release create v1.2.0 --verify-tag --notes-file release/notes.md release/small-1.2.0.tgz release/sbom.cdx.json',
    ])
  })

  it.each([
    [
      { tag: 'v1.2.1', day: '2030-01-31' },
      'The tag is v1.2.1, but package.json has the version 1.2.0: tag v1.2.0.',
    ],
    [
      { tag: 'v1.2.0', day: 'unreleased' },
      'CHANGELOG.md needs the heading "## 1.2.0, YYYY-MM-DD", not "## 1.2.0, unreleased".',
    ],
    [{ tag: 'v1.2.0', day: '2030-01-31', repository: false }, 'package.json needs "repository"'],
  ])(
    'the release workflow publishes nothing if the tag, changelog or package.json is wrong: %o',
    (given, reason) => {
      const { calls, outcomes } = runSteps(given)
      expect(outcomes).toEqual([['Prepare', 1, expect.stringContaining(reason)]])
      expect(calls()).toEqual([])
    },
  )

  it('the bill of materials lists the packages that users install, and no development tools', () => {
    const text = execFileSync(process.execPath, ['scripts/release/bill-of-materials.mjs'], {
      cwd: projectFile('.'),
      encoding: 'utf8',
    })
    const names: readonly string[] = JSON.parse(text).components.map(
      ({ group, name }: { readonly group?: string; readonly name: string }) =>
        group ? `${group}/${name}` : name,
    )
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)))
    expect(names.filter((name) => name === 'typescript' || name === 'esbuild')).toEqual([])
  })
})

interface Given {
  readonly tag: string
  /** The text after the version in the heading of the changelog: a date, or `unreleased`. */
  readonly day: string
  readonly repository?: boolean
}

/**
 * Runs the steps of the release after its installation step. `npm publish` and `gh` only record that they were called.
 */
function runSteps({ tag, day, repository = true }: Given) {
  const folder = mkdtempSync(join(tmpdir(), 'drydock-release-'))
  folders.push(folder)
  const small = {
    name: 'small',
    version: '1.2.0',
    license: 'MIT',
    ...(repository && { repository: 'github:owner/small' }),
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(small))
  writeFileSync(
    join(folder, 'CHANGELOG.md'),
    `# Changelog\n\n## 1.2.0, ${day}\n\n- The newest change.\n\n## 1.1.0, 2029-01-01\n\n- Older.\n`,
  )
  mkdirSync(join(folder, 'bin'))
  const env = {
    ...process.env,
    PATH: `${folder}/bin:${process.env['PATH']}`,
    GITHUB_REF_NAME: tag,
    CALLS: join(folder, 'calls'),
  }
  execFileSync('npm', ['install', '--package-lock-only', '--silent'], { cwd: folder })
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()
  writeProgram(join(folder, 'bin/npm'), `[ "$1" = publish ] || exec '${npm}' "$@"\necho "npm $*" >>"$CALLS"`)
  writeProgram(join(folder, 'bin/gh'), 'echo "gh $*" >>"$CALLS"')
  writeFileSync(env.CALLS, '')
  const outcomes: (readonly [string | undefined, number | null, string])[] = []
  for (const { name, run } of workflows.release.jobs['publish']?.steps ?? []) {
    if (run === undefined || name === 'Install' || outcomes.some(([, status]) => status !== 0)) continue
    const script = run.replace('scripts/release/', projectFile('scripts/release/'))
    const { status, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    outcomes.push([name, status, stderr])
  }
  const calls = () =>
    readFileSync(env.CALLS, 'utf8')
      .trim()
      .split('\n')
      .filter((line) => line !== '')
  return { folder, calls, outcomes }
}

function writeProgram(file: string, script: string): void {
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
}
