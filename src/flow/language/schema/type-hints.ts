// Type hints: our types, by the names that other languages give them.

const instead: Readonly<Record<string, readonly string[]>> = {
  "write {type: number, integer: true}": ["integer", "int", "long", "whole"],
  "write number": ["float", "double", "decimal", "real", "numeric", "num"],
  "write text": ["string", "str", "varchar", "char", "any", "free_text", "freetext", "open", "sentence"],
  "write boolean": ["bool", "yes_no", "yesno", "confirm", "confirmation", "flag", "true_false"],
  "write type: choice, with options": ["enum", "select", "option", "options", "menu", "one_of", "literal"],
  "write list": ["array", "tuple", "set", "sequence"],
  "write object": ["dict", "dictionary", "map", "record", "json", "struct"],
  "write phone": ["phone_number", "phonenumber", "telephone", "tel", "mobile"],
  "write email": ["mail", "email_address"],
  "write money": ["currency", "price", "euro", "dollars"],
  "write duration": ["timespan", "interval", "minutes", "seconds"],
  "write type: code or digits": ["pin", "id", "identifier", "number_sequence", "otp"],
  "ask for two variables, one of type date and one of type time": ["datetime", "date_time", "timestamp"],
};

const byName: ReadonlyMap<string, string> = new Map(
  Object.entries(instead).flatMap(([hint, names]) => names.map((name) => [name, hint] as const)),
);

/** Our type for a foreign name; undefined: no known language has a type of this name. */
export function typeInsteadOf(name: string): string | undefined {
  return byName.get(name.toLowerCase());
}
