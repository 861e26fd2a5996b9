// The order book: fixed data, so that every run of the suite meets the same orders.
// `delivered` counts days instead of naming a date: the suite must not depend on today.

const orders = [
  {
    id: 'ORD-1003',
    item: 'Desk lamp "Kiel"',
    total: 84,
    paidWith: 'card',
    delivered: { daysAgo: 61 },
    customer: { name: 'Tove Aas', email: 'tove.aas@example.com', postcode: '24103' },
  },
  {
    id: 'ORD-1042',
    item: 'Wool blanket',
    total: 49.9,
    paidWith: 'card',
    delivered: { daysAgo: 6 },
    customer: { name: 'Mara Lindqvist', email: 'mara.lindqvist@example.com', postcode: '20457' },
  },
  {
    id: 'ORD-1058',
    item: 'Tea set, four cups',
    total: 25,
    paidWith: 'gift_card',
    delivered: { daysAgo: 3 },
    customer: { name: 'Ilse Brandt', email: 'ilse.brandt@example.com', postcode: '22767' },
  },
  {
    id: 'ORD-1066',
    item: 'Bookshelf "Elbe"',
    total: 129,
    paidWith: 'invoice',
    delivered: null, // still on its way
    customer: { name: 'Noor Haddad', email: 'noor.haddad@example.com', postcode: '28195' },
  },
  {
    id: 'ORD-1077',
    item: 'Armchair "Husum"',
    total: 310,
    paidWith: 'card',
    delivered: { daysAgo: 9 },
    customer: { name: 'Jonas Weber', email: 'jonas.weber@example.com', postcode: '20095' },
  },
  {
    id: 'ORD-1081',
    item: 'Walking boots, size 42',
    total: 119,
    paidWith: 'card',
    delivered: { daysAgo: 12 },
    customer: { name: 'Elif Demir', email: 'elif.demir@example.com', postcode: '50667' },
  },
  {
    id: 'ORD-1093',
    item: 'Coffee grinder',
    total: 39.5,
    paidWith: 'card',
    delivered: { daysAgo: 4 },
    customer: { name: 'Pavel Novak', email: 'pavel.novak@example.com', postcode: '04109' },
  },
];

const byId = new Map(orders.map((order) => [order.id, order]));

export const findOrder = (id) => byId.get(id);
