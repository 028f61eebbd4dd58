import { writeFileSync } from 'node:fs'
import { controlDocument, serviceDocument } from '../../src/server/openapi.ts'
import type { Command } from '../command.ts'
import { flag, option } from '../option.ts'
import { print } from '../output.ts'
import { text } from '../reader.ts'
import { SetupError } from '../setup-error.ts'

const control = flag({
  name: 'control',
  setting: 'openapi-control',
  describe: "the control protocol's instead of the service's",
})
const yaml = flag({ name: 'yaml', describe: 'YAML instead of JSON' })
const out = option({ name: 'out', describe: 'write it to this file', reader: text })

/** The address of a simulator that was started without options. */
const usualUrl = 'http://127.0.0.1:4010'

export const openapi: Command = {
  options: [control, yaml, out],
  examples: [
    { line: 'drydock openapi --out openapi.json', does: 'For a generator of clients; no simulator need run' },
  ],
  run: async (given) => {
    const form = given.of(yaml) ? 'yaml' : 'json'
    const document = given.of(control) ? controlDocument(form, usualUrl) : serviceDocument(form, usualUrl)
    const file = given.of(out)
    if (file === undefined) print(document)
    else write(file, document)
    return 0
  },
}

function write(file: string, document: string): void {
  try {
    writeFileSync(file, document)
  } catch (error) {
    throw new SetupError(
      `--out: ${file} could not be written: ${error instanceof Error ? error.message : error}`,
    )
  }
}
