import { controlDocument, serviceDocument } from '../../src/server/openapi.ts'
import type { Command } from '../command.ts'
import { flag, option } from '../option.ts'
import { text } from '../reader.ts'
import { writeOut } from '../writing-out.ts'

const control = flag({
  name: 'control',
  setting: 'openapi-control',
  describe: "the control protocol's instead of the service's",
})
const yaml = flag({ name: 'yaml', describe: 'YAML instead of JSON' })
const out = option({ name: 'out', describe: 'write it to this file', reader: text })

export const openapi: Command = {
  options: [control, yaml, out],
  examples: [
    { line: 'drydock openapi --out openapi.json', does: 'For a generator of clients; no simulator need run' },
  ],
  run: async (given) => {
    const form = given.of(yaml) ? 'yaml' : 'json'
    const document = given.of(control) ? controlDocument(form) : serviceDocument(form)
    writeOut(document, given.of(out))
    return 0
  },
}
