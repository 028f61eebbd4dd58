#!/usr/bin/env node
import version from './node-version.cjs'

if (version.complaint === null) void import('./main/drydock.js')
else {
  process.stderr.write(`drydock ${version.complaint}\n`)
  process.exitCode = 2
}
