import { renderPostmanPart } from '../../src/server/documents/openapi.ts'
import { file } from '../files/reader.ts'
import type { Command } from '../parsing/command.ts'
import { defineFlag, defineOption } from '../parsing/option.ts'
import { writeDocument } from '../printing/writing-out.ts'

const environment = defineFlag({
  name: 'environment',
  setting: 'postman-environment',
  describe: 'the Postman environment instead: address and keys',
})
const out = defineOption({ name: 'out', describe: 'write it to this file', reader: file })

export const postman: Command = {
  options: [environment, out],
  examples: [
    {
      line: 'drydock postman --out collection.json',
      does: 'Write a collection to import into Postman; needs no running simulator',
    },
  ],
  run: async (input) => {
    const part = input.get(environment) ? 'environment' : 'collection'
    writeDocument(renderPostmanPart(part), input.get(out))
    return 0
  },
}
