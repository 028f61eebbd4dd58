import { expect, test } from 'vitest'
import { normaliseSecondLine, normaliseStreet } from './street.ts'

test.each([
  ['a suffix', '123 main street', '123 MAIN ST'],
  ['a misspelt suffix', '123 Sunset Boul.', '123 SUNSET BLVD'],
  ['a suffix that is its own abbreviation', '1 Infinite Loop', '1 INFINITE LOOP'],
  ['the last of two suffixes alone', '12 Lake Park Avenue', '12 LAKE PARK AVE'],
  ['no suffix that is the name', '100 Court', '100 COURT'],
  ['no suffix inside the name', '100 Avenue of the Americas', '100 AVENUE OF THE AMERICAS'],
  ['no suffix before a letter or number', '100 Avenue B', '100 AVENUE B'],
  ['no suffix before other words', '100 Mission Street Extra', '100 MISSION STREET EXTRA'],
  ['no suffix before a number', '100 Highway 50', '100 HIGHWAY 50'],
  ['a direction in front', '100 North Main Street', '100 N MAIN ST'],
  ['a direction behind', '1600 Pennsylvania Avenue Northwest', '1600 PENNSYLVANIA AVE NW'],
  ['a direction with dots', '1600 Pennsylvania Ave., N.W.', '1600 PENNSYLVANIA AVE NW'],
  ['a direction in two words', '100 North East 5th Street', '100 NE 5TH ST'],
  ['a direction in two words behind', '100 Main Street South West', '100 MAIN ST SW'],
  ['directions on both sides', '100 East 5th Street North', '100 E 5TH ST N'],
  ['a direction before a name without suffix', '100 West Broadway', '100 W BROADWAY'],
  ['no direction that is the name', '100 North Street', '100 NORTH ST'],
  ['no direction that is the name, before a real one', '100 North Avenue West', '100 NORTH AVE W'],
  ['no direction after a direction', '100 North West Street', '100 N WEST ST'],
  ['no direction behind a name', '100 Key West', '100 KEY WEST'],
  ['no two directions that make none', '100 East North Main St', '100 E NORTH MAIN ST'],
  ['a street without number', 'Main Street', 'MAIN ST'],
  ['a street numbered itself', '5th Avenue', '5TH AVE'],
  ['a fraction in the number', '123 1/2 North Main St', '123 1/2 N MAIN ST'],
  ['a range of numbers', '10-12 High Street', '10-12 HIGH ST'],
  ['a number spelled out', 'One Market Plaza', 'ONE MARKET PLZ'],
  ['an apartment', '100 Main Street Apartment 4B', '100 MAIN ST APT 4B'],
  ['an apartment after a comma', '100 Main Street, Apt. 4-B', '100 MAIN ST APT 4-B'],
  ['a suite with a number sign', '350 Fifth Avenue Suite #3200', '350 FIFTH AVE STE 3200'],
  ['a bare number sign', '12 Elm Street #4', '12 ELM ST # 4'],
  ['a building and a room', '1 Campus Drive Building C Room 12', '1 CAMPUS DR BLDG C RM 12'],
  ['a floor', '350 Main Street Floor 5', '350 MAIN ST FL 5'],
  ['a floor by its ordinal', '350 Main Street 5th Floor', '350 MAIN ST 5TH FL'],
  ['a unit without number', '12 Main Street Rear', '12 MAIN ST REAR'],
  ['a unit without number, abbreviated', '12 Main Street Basement', '12 MAIN ST BSMT'],
  ['no unit in a street name', '99 Key West Avenue Lot 7', '99 KEY WEST AVE LOT 7'],
  ['no unit that is a street name', '100 Old Building Road', '100 OLD BUILDING RD'],
  ['no unit in front of a street', '9 Ocean Front', '9 OCEAN FRONT'],
  ['a post office box', 'P.O. Box 123', 'PO BOX 123'],
  ['a post office box in full', 'Post Office Box #45', 'PO BOX 45'],
  ['a bare box', 'Box 7A', 'PO BOX 7A'],
  ['a lettered box', 'PO Box Q', 'PO BOX Q'],
  ['no box in a street name', 'Box Elder Road', 'BOX ELDER RD'],
  ['a rural route', 'Rural Route 2, Box 18', 'RR 2 BOX 18'],
  ['a rural route with dots', 'R.R. 2', 'RR 2'],
  ['a rural route of old', 'RFD 4 Box #87A', 'RR 4 BOX 87A'],
  ['a highway contract', 'Highway Contract Route 68 Box 23', 'HC 68 BOX 23'],
  ['a highway contract in short', 'HC 68 Box 23', 'HC 68 BOX 23'],
  ['general delivery', 'General Delivery', 'GENERAL DELIVERY'],
  ['a military unit', 'Unit 2050 Box 4190', 'UNIT 2050 BOX 4190'],
  ['a military box', 'PSC 802 Box 74', 'PSC 802 BOX 74'],
  ['a Spanish street', 'Calle San Francisco 150', 'CALLE SAN FRANCISCO 150'],
  ['nothing', '', ''],
])('%s: %j becomes %j, and stays so', (_, line, printed) => {
  expect(normaliseStreet(line)).toBe(printed)
  expect(normaliseStreet(printed)).toBe(printed)
})

test.each([
  ['Apartment 4', 'APT 4'],
  ['Suite #500', 'STE 500'],
  ['Penthouse', 'PH'],
  ['5th Floor', '5TH FL'],
  ['North Tower, Suite 9', 'NORTH TOWER STE 9'],
  ['c/o Charles Babbage', 'C/O CHARLES BABBAGE'],
  ['South Street', 'SOUTH STREET'],
])('the second line %j becomes %j, and stays so', (line, printed) => {
  expect(normaliseSecondLine(line)).toBe(printed)
  expect(normaliseSecondLine(printed)).toBe(printed)
})
