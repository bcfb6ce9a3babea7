// Flow sentences: free words of callers for each built-in flow. Each sentence stands in the tests of its flow, so it
// is understood.

export const flowSentences: Readonly<Record<string, readonly string[]>> = {
  "appointment-reminder": ["I will be there", "I waited an hour"],
  "bank-pin": ["One two three four five six"],
  "bilingual-reception": ["When are you open", "I would like an offer", "Something is broken"],
  "call-routing": ["I would like to buy something", "My invoice"],
  "clinic-triage": ["She is forty years old", "A headache, and she is fourteen, not forty"],
  "customer-survey": ["Nine I would say", "The breakfast was lovely"],
  "help-desk": ["My printer does nothing", "It is working now"],
  "hotel-booking": ["A sea view from Monday to Thursday for two people"],
  "lead-qualification": ["We do it in spreadsheets and it is a mess"],
  "order-status": ["One two three four five", "Another order"],
  "parcel-delivery": ["In the parcel shop please"],
  "payment-reminder": ["I have already paid it", "The bill is wrong"],
  "pizza-order": ["A large margherita and two small pepperoni", "No, without the cola"],
  "support-with-knowledge": ["How late are you open on Saturday", "Can I pay with a credit card"],
  "table-booking": [
    "A table for four tomorrow at half past seven",
    "When are you open",
    "No, make it five people",
  ],
  welcome: ["What time is it", "A table for four tomorrow at half past seven"],
};
