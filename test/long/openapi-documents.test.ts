import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { documents } from '../../scripts/openapi/documents.ts'
import { projectFile } from '../support/project.ts'

it('are what the schemas say today, their examples what the simulator answers today: npm run openapi writes them', async () => {
  for (const [file, text] of await documents()) {
    const isToday = readFileSync(projectFile(file), 'utf8') === text
    expect(isToday, `${file} is out of date`).toBe(true)
  }
})
