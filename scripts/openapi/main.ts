import { writeFileSync } from 'node:fs'
import { projectFile } from '../../test/support/project.ts'
import { createDocuments } from './documents.ts'

/** `npm run openapi`: records the examples and writes the documents. */
for (const [file, text] of await createDocuments()) {
  writeFileSync(projectFile(file), text)
  process.stdout.write(`${file}: ${text.length} characters\n`)
}
