import { renderPostmanPart } from '../../src/server/documents/openapi.ts'
import { file } from '../files/reader.ts'
import type { Command } from '../parsing/command.ts'
import { flag, option } from '../parsing/option.ts'
import { writeOut } from '../printing/writing-out.ts'

const environment = flag({
  name: 'environment',
  setting: 'postman-environment',
  describe: 'the Postman environment instead: address and keys',
})
const out = option({ name: 'out', describe: 'write it to this file', reader: file })

export const postman: Command = {
  options: [environment, out],
  examples: [
    {
      line: 'drydock postman --out collection.json',
      does: 'To import into Postman; needs no running simulator',
    },
  ],
  run: async (given) => {
    const part = given.of(environment) ? 'environment' : 'collection'
    writeOut(renderPostmanPart(part), given.of(out))
    return 0
  },
}
