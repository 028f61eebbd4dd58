import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commandLines } from '../test/support/driving-commands.ts'
import { projectFile } from '../test/support/project.ts'

/** The tests of commands that have no file in `bin/commands/`, by the first word of the command. */
const testedElsewhere: Readonly<Record<string, string>> = {
  serve: 'bin/serve.test.ts',
  conformance: 'bin/conformance.test.ts',
  exec: 'bin/exec.test.ts',
  openapi: 'test/openapi/served.test.ts',
  postman: 'test/openapi/postman.test.ts',
  reset: 'bin/commands/accounts.test.ts',
  labels: 'bin/lists.test.ts',
  trackers: 'bin/lists.test.ts',
  batches: 'bin/lists.test.ts',
  shipments: 'bin/lists.test.ts',
}

it.each([...new Set(commandLines().map((line) => line.split(' ')[0] ?? ''))])(
  'drydock %s has its tests',
  (group) => {
    const file = testedElsewhere[group] ?? `bin/commands/${group}.test.ts`
    expect(existsSync(projectFile(file)), file).toBe(true)
  },
)
