import {
  readWorkflowDocument,
  renderControlDocument,
  renderServiceDocument,
} from '../../src/server/documents/openapi.ts'
import { file } from '../files/reader.ts'
import type { Command } from '../parsing/command.ts'
import { defineFlag, defineOption } from '../parsing/option.ts'
import { writeDocument } from '../printing/writing-out.ts'

const control = defineFlag({
  name: 'control',
  setting: 'openapi-control',
  describe: 'the document of the control protocol instead of the service',
})
const arazzo = defineFlag({ name: 'arazzo', describe: 'workflows of the service in Arazzo instead (JSON)' })
const yaml = defineFlag({ name: 'yaml', describe: 'YAML instead of JSON' })
const out = defineOption({ name: 'out', describe: 'write it to this file', reader: file })

export const openapi: Command = {
  options: [control, arazzo, yaml, out],
  examples: [
    {
      line: 'drydock openapi --out openapi.json',
      does: 'Write the document for a client generator; needs no running simulator',
    },
  ],
  run: async (input) => {
    const form = input.get(yaml) ? 'yaml' : 'json'
    const api = input.get(control) ? renderControlDocument : renderServiceDocument
    writeDocument(input.get(arazzo) ? readWorkflowDocument() : api(form), input.get(out))
    return 0
  },
}
