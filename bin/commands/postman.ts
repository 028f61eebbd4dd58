import { postmanPart } from '../../src/server/openapi.ts'
import type { Command } from '../command.ts'
import { flag, option } from '../option.ts'
import { text } from '../reader.ts'
import { writeOut } from '../writing-out.ts'

const environment = flag({
  name: 'environment',
  setting: 'postman-environment',
  describe: 'the Postman environment instead: address and keys',
})
const out = option({ name: 'out', describe: 'write it to this file', reader: text })

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
    writeOut(postmanPart(part), given.of(out))
    return 0
  },
}
