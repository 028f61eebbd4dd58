import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createDocuments } from '../../scripts/openapi/documents.ts'
import { projectFile } from '../support/project.ts'

it('the OpenAPI documents are up to date; otherwise run npm run openapi', async () => {
  for (const [file, text] of await createDocuments()) {
    const isToday = readFileSync(projectFile(file), 'utf8') === text
    expect(isToday, `${file} is out of date`).toBe(true)
  }
})
