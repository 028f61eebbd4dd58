import { mkdirSync, writeFileSync } from 'node:fs'
import { renderManPage } from '../bin/completion/man-page.ts'

// Writes the manual page that the package installs.
mkdirSync('man', { recursive: true })
writeFileSync('man/drydock.1', await renderManPage())
