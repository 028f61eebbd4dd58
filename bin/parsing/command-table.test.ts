import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listCommands } from '../../test/support/commands/driving-commands.ts'
import { projectFile } from '../../test/support/project.ts'

/** The test files of commands without a test in `bin/commands/`, by the first word of the command. */
const testFilesElsewhere: Readonly<Record<string, string>> = {
  serve: 'bin/serve.test.ts',
  conformance: 'bin/conformance/conformance.test.ts',
  exec: 'test/long/as-a-user/exec.test.ts',
  doctor: 'test/long/as-a-user/doctor.test.ts',
  openapi: 'test/openapi/served.test.ts',
  postman: 'test/openapi/postman.test.ts',
  reset: 'bin/commands/driving/accounts.test.ts',
  labels: 'bin/printing/lists.test.ts',
  trackers: 'bin/printing/lists.test.ts',
  batches: 'bin/printing/lists.test.ts',
  shipments: 'bin/printing/lists.test.ts',
}

it.each([...new Set(listCommands().map((line) => line.split(' ')[0] ?? ''))])(
  'the command drydock %s has one file of tests',
  (group) => {
    const names = [`bin/commands/${group}.test.ts`, `bin/commands/driving/${group}.test.ts`]
    const files = testFilesElsewhere[group] === undefined ? names : [testFilesElsewhere[group]]
    expect(
      files.filter((file) => existsSync(projectFile(file))),
      files.join(', '),
    ).toHaveLength(1)
  },
)
