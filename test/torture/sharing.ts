import { linkSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { isServing, tryServing } from '../support/commands/built-command.ts'
import type { Problem } from './judges/problem.ts'

/** While one process has the file, a second is refused it by every name it has, and the first is not disturbed. */
export async function trySharing(file: string): Promise<readonly Problem[]> {
  const first = await tryServing(['--quiet', '--data', file])
  if (!isServing(first)) return [brokenPromise(`it was refused: ${first.stderr}`)]
  const soft = `${file}-soft`
  const hard = `${file}-hard`
  symlinkSync(file, soft)
  linkSync(file, hard)
  const problems: Problem[] = []
  const before = readFileSync(file)
  for (const name of [file, soft, hard]) {
    const second = await tryServing(['--quiet', '--data', name])
    if (isServing(second)) {
      await second.kill('SIGKILL')
      problems.push(brokenPromise(`two processes had it open, the second as ${name}`))
    } else if (second.status !== 2)
      problems.push(brokenPromise(`a second process ended with ${second.status}`))
  }
  // The first goes on writing at the end of it; what was there is nobody's to change.
  if (!readFileSync(file).subarray(0, before.length).equals(before))
    problems.push(brokenPromise('a process that was refused has changed it'))
  const { status, stderr } = await first.stop()
  if (status !== 0)
    problems.push(brokenPromise(`the first process ended with ${status}: ${stderr.slice(0, 600)}`))
  for (const name of [soft, hard]) rmSync(name)
  return problems
}

function brokenPromise(what: string): Problem {
  return { kind: 'broken', about: 'file', what }
}
