import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { projectFile } from '../../../test/support/project.ts'

/**
 * Checks each pair of colours in assets/drydock.css, light and dark, for the contrast that WCAG 2.2 requires.
 */

const sheet = readFileSync(projectFile('assets/drydock.css'), 'utf8')
const colours = new Map(
  [...sheet.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

const grounds = ['paper', 'surface', 'raised']
const fills = ['good-fill', 'bad-fill', 'warn-fill', 'note-fill']

/** The text colours, each with the backgrounds on which it is used. */
const texts: Readonly<Record<string, readonly string[]>> = {
  ink: [...grounds, ...fills],
  muted: [...grounds, ...fills],
  accent: [...grounds, 'note-fill'],
  good: [...grounds, 'good-fill'],
  bad: [...grounds, 'bad-fill'],
  warn: [...grounds, 'warn-fill'],
  'on-accent': ['accent'],
  paper: ['ink'],
}

/** The colours of field edges, buttons and the focus ring, each with the backgrounds on which it is used. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  edge: grounds,
  accent: [...grounds, ...fills],
  good: grounds,
  bad: grounds,
  warn: grounds,
  hull: grounds,
}

function computeLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function computeContrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [computeLuminance(a), computeLuminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function findColour(name: string, scheme: 'light' | 'dark'): string {
  const found = colours.get(name)
  if (found === undefined) throw new Error(`There is no colour --${name}.`)
  return found[scheme]
}

function listFaintPairs(pairs: typeof texts, minRatio: number, scheme: 'light' | 'dark'): string[] {
  return Object.entries(pairs).flatMap(([front, behind]) =>
    behind
      .map((ground) => ({
        ground,
        ratio: computeContrast(findColour(front, scheme), findColour(ground, scheme)),
      }))
      .filter(({ ratio }) => ratio < minRatio)
      .map(({ ground, ratio }) => `--${front} on --${ground}: ${ratio.toFixed(2)}`),
  )
}

describe.each(['light', 'dark'] as const)('in the %s theme', (scheme) => {
  it('each text colour of the pages has enough contrast on each of its backgrounds', () => {
    expect(listFaintPairs(texts, 4.5, scheme)).toEqual([])
  })

  it('focus rings and field edges of the pages have enough contrast', () => {
    expect(listFaintPairs(shapes, 3, scheme)).toEqual([])
  })
})

it('the style sheet gives every colour a name, and the tests of contrast check each named colour', () => {
  const outside = sheet.replace(/@layer tokens \{.*?\n\}/s, '')
  expect(outside.match(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)\((?!0 0 0 \/)/gi)).toBeNull()
  const named = new Set([...Object.keys(texts), ...Object.keys(shapes), ...grounds, ...fills, 'line'])
  expect([...colours.keys()].filter((name) => !named.has(name))).toEqual([])
  expect(computeContrast('#000000', '#ffffff')).toBe(21)
})
