import { controlDocument, readWorkflowDocument, serviceDocument } from '../../src/server/documents/openapi.ts'
import { file } from '../files/reader.ts'
import type { Command } from '../parsing/command.ts'
import { flag, option } from '../parsing/option.ts'
import { writeOut } from '../printing/writing-out.ts'

const control = flag({
  name: 'control',
  setting: 'openapi-control',
  describe: 'the document of the control protocol instead of the service',
})
const arazzo = flag({ name: 'arazzo', describe: 'workflows of the service in Arazzo instead (JSON)' })
const yaml = flag({ name: 'yaml', describe: 'YAML instead of JSON' })
const out = option({ name: 'out', describe: 'write it to this file', reader: file })

export const openapi: Command = {
  options: [control, arazzo, yaml, out],
  examples: [
    {
      line: 'drydock openapi --out openapi.json',
      does: 'For a client generator; needs no running simulator',
    },
  ],
  run: async (given) => {
    const form = given.of(yaml) ? 'yaml' : 'json'
    const api = given.of(control) ? controlDocument : serviceDocument
    writeOut(given.of(arazzo) ? readWorkflowDocument() : api(form), given.of(out))
    return 0
  },
}
