#!/usr/bin/env node
import { complaint } from './node-version.js'

if (complaint === null) void import('./main/drydock.js')
else {
  process.stderr.write(`drydock ${complaint}\n`)
  process.exitCode = 2
}
