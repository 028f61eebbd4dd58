import { expect, it } from 'vitest'
import { BodyMemory, largeBodiesBytes } from './body-memory.ts'

const half = largeBodiesBytes / 2

function createMemory() {
  const memory = new BodyMemory()
  const started: string[] = []
  return {
    started,
    reserve: (name: string, bytes: number) => memory.reserve(bytes, () => started.push(name)),
  }
}

it('the limit on memory for large request bodies admits bodies in the order of their arrival, each as soon as there is room', () => {
  const { started, reserve } = createMemory()
  const leaveFirst = reserve('first', half)
  const leaveSecond = reserve('second', half)
  reserve('third', half)
  reserve('small', 1)
  expect(started).toEqual(['first', 'second'])
  leaveSecond()
  expect(started).toEqual(['first', 'second', 'third'])
  leaveSecond()
  expect(started).toEqual(['first', 'second', 'third'])
  leaveFirst()
  expect(started).toEqual(['first', 'second', 'third', 'small'])
})

it('the limit on memory for large request bodies admits a body above the whole limit if no other body is in memory', () => {
  const { started, reserve } = createMemory()
  const leaveFirst = reserve('first', 1)
  const leaveHuge = reserve('huge', 4 * largeBodiesBytes)
  reserve('last', 1)
  expect(started).toEqual(['first'])
  leaveFirst()
  expect(started).toEqual(['first', 'huge'])
  leaveHuge()
  expect(started).toEqual(['first', 'huge', 'last'])
})

it('the limit on memory for large request bodies does not count a waiting body whose client has disconnected', () => {
  const { started, reserve } = createMemory()
  const leaveFirst = reserve('first', largeBodiesBytes)
  const giveUp = reserve('second', half)
  reserve('third', largeBodiesBytes)
  giveUp()
  leaveFirst()
  expect(started).toEqual(['first', 'third'])
})
