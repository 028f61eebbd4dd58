import { writeFileSync } from 'node:fs'
import { projectFile } from '../../test/support/project.ts'
import { documents } from './documents.ts'

/** `npm run openapi`: writes the documents anew, their examples recorded on the way. */
for (const [file, text] of await documents()) {
  writeFileSync(projectFile(file), text)
  process.stdout.write(`${file}: ${text.length} characters\n`)
}
