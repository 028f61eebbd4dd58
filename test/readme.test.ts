import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedSimulator, serveSimulator } from './served-simulator.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(join(project, 'README.md'), 'utf8')

let simulator: ServedSimulator
let folder = ''
beforeAll(async () => {
  simulator = await serveSimulator()
  folder = mkdtempSync(join(tmpdir(), 'drydock-readme-'))
})
afterAll(async () => {
  await simulator.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the README', () => {
  it('begins with the two lines that start and test', () => {
    expect(readme).toMatch(/^# Drydock\n\n```sh\nnpm ci && npm start\nnpm ci && npm test\n```\n/)
  })

  it('shows a flow that runs as it stands, the port aside', () => {
    const [, flow = ''] = /```sh run\n([\s\S]*?)```/.exec(readme) ?? []
    const script = flow.replaceAll('http://127.0.0.1:4010', simulator.url)
    const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('"residential":true')
    expect(stdout).toContain('"status":"delivered"')
    expect(readFileSync(join(folder, 'label.pdf'), 'latin1')).toMatch(/^%PDF-/)
    expect(readFileSync(join(folder, 'label.json'), 'utf8')).toContain('"sandbox":true')
  })

  it('links to pages that are there', () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path)
    expect(links.length).toBeGreaterThan(8)
    for (const path of links)
      expect({ path, exists: existsSync(join(project, path)) }).toEqual({ path, exists: true })
  })
})
