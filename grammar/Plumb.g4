// SPDX-License-Identifier: Apache-2.0
//
// The syntax of Plumb. What the words mean is in docs/language.md.
//
// Every choice below is decided by the next word alone, so that reading needs neither
// backtracking nor ANTLR's adaptive prediction. Two things follow from that:
//
//  * An expression is read as a flat row of operands and operators. How strongly each operator binds
//    is said by the order of the rules under "Operators": a reader that has the row needs no more.
//  * Some words that Plumb does not have are read all the same and then answered with
//    what to write instead; they stand under "Slips".

grammar Plumb;

program : (sizes | record | policy | queryDefinition | mechanism | composition | channel)* EOF ;
// What is asked about a record on the command line.
proposition : expression EOF ;

// Records, and what is asked about them.

sizes : SIZE NAME (COMMA NAME)* ;
record : RECORD NAME LBRACE (field (COMMA field)*)? RBRACE ;
field : NAME COLON fieldType subscript* (IN bound RANGE bound)? (OR NONE)? ;
fieldType : INT | REAL | BOOL ;
// `on`, and below `count`, `sum` and `of`, are ordinary names elsewhere.
policy : POLICY NAME on=NAME NAME (attributes | allowance) ;
attributes : LBRACE (attributeRule | SEMICOLON)* RBRACE ;
attributeRule
  : PUBLIC attribute (COMMA attribute)*
  | SENSITIVE attribute (COMMA attribute)* (WHEN expression)?
  ;
attribute : NAME element* ;
element : LBRACKET NAME (COMMA NAME)* RBRACKET ;
allowance : ALLOWS NAME PRIME WHERE expression ;
queryDefinition : QUERY NAME indexRanges* EQUAL aggregate ;
indexRanges : LBRACKET binder (COMMA binder)* RBRACKET ;
aggregate
  : words+=NAME+ COLON recordName=NAME join* (of=NAME term=expression)? (WHERE condition=expression)?
  ;
join : COMMA NAME COLON NAME ;

// Head.

mechanism : signature clauses block ;
signature : MECHANISM NAME parameters ;
parameters : LPAREN (parameter (COMMA parameter)*)? RPAREN ;
parameter : SIZE NAME | NAME COLON type subscript* ;
type : INT | REAL | BOOL | SIZE | QUERY REAL? ;
subscript : LBRACKET expressions RBRACKET ;

clauses : clause* ;
clause
  : REQUIRES premise (COMMA premise)*                  # requirement
  | ADJACENCY (recordChange | change (COMMA change)*)  # adjacency
  | GUARANTEES NAME LPAREN (hole=QUESTION | expressions)? RPAREN  # guarantee
  | CLAIMS expressions           # claim
  ;
// An expression, or `eps1 = ?`, which leaves a part of what is guaranteed open.
premise
  : operand
    ( (conditional | equivalence | implication | disjunction | conjunction | comparison | sum | product)
      (operand | QUESTION) )*
  ;
// `f decreasing by 1`, `one f changes by 1`: the words before `by` are ordinary names
// elsewhere. `f ? by 1` leaves the direction open, `f changes by ?` the bound.
change : NAME+ direction=QUESTION? BY (openEnd=QUESTION | expression) ;
recordChange
  : (REPLACE | ADD (OR REMOVE)? | REMOVE) NAME (UNDER NAME | WHEN expression | ALONG expression)?
  ;

// Mechanisms one after another.

composition : composeSignature composeClause* parts ;
composeSignature : COMPOSE NAME parameters ;
composeClause
  : REQUIRES expressions                        # composeRequirement
  | first=NAME second=NAME (third=NAME | EQUAL) expression  # composeTerm
  | ADJACENCY recordChange                      # composeAdjacency
  | GUARANTEES notion (COMMA notion)*           # composeGuarantee
  ;
// `sample each with p` and `let E = exp(eps)`, ordinary names elsewhere.
parts : LBRACE (part | SEMICOLON)* RBRACE ;
// `seen := daily(eps / 7)`; and `daily(eps / 7) 7 times`, of which `7 times` (`k times`, `(k + 1) times`) is read as a part of its own;
// `times` is an ordinary name elsewhere, and so is `then` of `first(eps) then second(eps)`.
part
  : NAME (ASSIGN NAME LPAREN expressions? RPAREN | LPAREN expressions? RPAREN | times=NAME)  # namedPart
  | then=NAME NAME LPAREN expressions? RPAREN           # laterStage
  | (NUMBER | LPAREN expression RPAREN) times=NAME      # repetition
  ;

// Local mechanisms. `from`, `to`, `bits of`, `let` and `map` are ordinary names elsewhere.

channel : CHANNEL NAME parameters channelClause* LBRACE (channelItem | SEMICOLON)* RBRACE ;
channelClause : alphabets | REQUIRES expressions | GUARANTEES notion (COMMA notion)* ;
// `from S[s] | N[n] to bits of S | N`: the words before the first `|` behind `to` end in a class.
alphabets
  : from=NAME inputs+=channelClass (BAR inputs+=channelClass)*
    words+=NAME+ subscript? (BAR outputs+=channelClass)*
  ;
channelClass : NAME subscript? ;
notion : NAME LPAREN (notionArgument (COMMA notionArgument)*)? RPAREN ;
notionArgument : openTerm (BAR NAME)* ;
// `let stay = ?` and `let E = exp(?)` leave a number or an exponent open, `ldp(?)` a budget.
openTerm : QUESTION | function=NAME LPAREN QUESTION RPAREN | expression ;
channelItem
  : NAME ( name=NAME (EQUAL openTerm | COLON source=NAME (ARROW | IMPLIES) target=NAME)
         | relation (COMMA NAME relation)* (ARROW | IMPLIES) openTerm )
  ;
relation : IN NAME (BAR NAME)* | (EQUAL | NOT_EQUAL) NAME (LPAREN NAME RPAREN)? ;

// Body.

block : LBRACE (statement | SEMICOLON)* RBRACE ;
statement
  : NAME subscript* (assignment | sample)  # named
  | ifHead block (ELSE ifHead? block)*     # choice
  | forHead block                          # forLoop
  | whileHead block                        # whileLoop
  | OUTPUT expression                      # publication
  | ANNOUNCE expression                    # announcement
  | RETURN expression                      # end
  | STOP                                   # stop
  ;
assignment : (ASSIGN | EQUAL | EQUAL_EQUAL | COMPOUND) expression ;
// `laplace(?)`, `laplace(? weight 2)`: `weight` is an ordinary name elsewhere.
sample : (COLON REAL)? TILDE NAME LPAREN (openScale | expressions)? RPAREN alignment? ;
openScale : QUESTION (NAME NUMBER)? ;
alignment : ALIGN (hole=QUESTION | NAME postfix* (EQUAL | ASSIGN) expression) ;
ifHead : IF expression ;
forHead : FOR NAME IN expression RANGE expression (WHILE expression)? invariant* ;
whileHead : WHILE expression invariant* ;
// A `;` behind one is a slip.
invariant : INVARIANT expressions SEMICOLON? ;

// Expressions.

expressions : expression (COMMA expression)* ;
// The end of a range with `or none` behind it.
bound : operand ((sum | product) operand)* ;
expression
  : operand
    ( (conditional | equivalence | implication | disjunction | conjunction | comparison | sum | product)
      operand )*
  ;
operand : (negation | opposite | quantifier)* primary postfix* ;
// Its body reaches as far right as it can.
quantifier : (FORALL | EXISTS) binder (COMMA binder)* COLON ;
binder : NAME IN (DATA | expression RANGE expression) ;

// Operators, from the loosest to the tightest. What the parser compares are the numbers that ANTLR gives
// to these rules by their order, so this is the one table of precedence. Operators of one rule group as the
// word behind it says; `front` marks what stands in front of its operand.

conditional : QUESTION expression COLON ;      // right
equivalence : IFF ;                            // left
implication : IMPLIES ;                        // right
disjunction : OR | OR_OR ;                     // left
conjunction : AND | AND_AND ;                  // left
negation : NOT | BANG ;                        // front
comparison                                     // chain: the `and` of its links
  : LESS | LESS_EQUAL | GREATER | GREATER_EQUAL | EQUAL | NOT_EQUAL | IS | IN
  | EQUAL_EQUAL
  ;
sum : PLUS | MINUS ;                           // left
product : TIMES | DIVIDE | DIV | MOD ;         // left
opposite : MINUS ;                             // front

// Operands.

primary
  : NUMBER | TRUE | FALSE | NONE
  | NAME (LPAREN arguments? RPAREN)?
  | REAL LPAREN expressions? RPAREN
  | LPAREN expression (COMMA expression)* RPAREN
  ;
arguments : expression (overRange | (COMMA expression)+)? ;
// `k in a .. b where c: e`, of which `k in a` has been read as an expression.
overRange : RANGE high=expression (WHERE condition=expression)? COLON body=expression ;
// `out.winner.1`
postfix : subscript | DOT (NAME | NUMBER) | PRIME ;

// Words.

MECHANISM : 'mechanism' ;
RECORD : 'record' ;
POLICY : 'policy' ;
PUBLIC : 'public' ;
SENSITIVE : 'sensitive' ;
ALLOWS : 'allows' ;
WHERE : 'where' ;
WHEN : 'when' ;
UNDER : 'under' ;
ALONG : 'along' ;
REPLACE : 'replace' ;
ADD : 'add' ;
REMOVE : 'remove' ;
DATA : 'data' ;
NONE : 'none' ;
COMPOSE : 'compose' ;
CHANNEL : 'channel' ;
REQUIRES : 'requires' ;
ADJACENCY : 'adjacency' ;
GUARANTEES : 'guarantees' ;
CLAIMS : 'claims' ;
BY : 'by' ;
SIZE : 'size' ;
INT : 'int' ;
REAL : 'real' ;
BOOL : 'bool' ;
QUERY : 'query' ;
ALIGN : 'align' ;
INVARIANT : 'invariant' ;
IF : 'if' ;
ELSE : 'else' ;
FOR : 'for' ;
WHILE : 'while' ;
OUTPUT : 'output' ;
ANNOUNCE : 'announce' ;
RETURN : 'return' ;
STOP : 'stop' ;
FORALL : 'forall' | '∀' ;
EXISTS : 'exists' | '∃' ;
IN : 'in' | '∈' ;
IS : 'is' ;
NOT : 'not' | '¬' ;
AND : 'and' | '∧' ;
OR : 'or' | '∨' ;
IMPLIES : 'implies' | '→' ;
IFF : 'iff' | '↔' ;
DIV : 'div' ;
MOD : 'mod' ;
TRUE : 'true' ;
FALSE : 'false' ;

ARROW : '->' ;
BAR : '|' ;
ASSIGN : ':=' | '≔' | '←' ;
TILDE : '~' ;
RANGE : '..' ;
LPAREN : '(' ;
RPAREN : ')' ;
LBRACKET : '[' ;
RBRACKET : ']' ;
LBRACE : '{' ;
RBRACE : '}' ;
COMMA : ',' ;
SEMICOLON : ';' ;
COLON : ':' ;
QUESTION : '?' ;
DOT : '.' ;
PRIME : '\'' | '′' ;
PLUS : '+' ;
MINUS : '-' ;
TIMES : '*' | '·' ;
DIVIDE : '/' ;
LESS : '<' ;
LESS_EQUAL : '<=' | '≤' ;
GREATER : '>' ;
GREATER_EQUAL : '>=' | '≥' ;
EQUAL : '=' ;
NOT_EQUAL : '!=' | '≠' ;

// Slips.
COMPOUND : '+=' | '-=' | '*=' | '/=' ;
EQUAL_EQUAL : '==' ;
AND_AND : '&&' ;
OR_OR : '||' ;
BANG : '!' ;
ELLIPSIS : '...' ;

// A point belongs to a number only if digits follow: `0..n` is `0 .. n`.
NUMBER : DIGIT+ ('.' DIGIT+)? ;
NAME : LETTER (LETTER | DIGIT)* ;

SPACE : [ \t\r\n]+ -> skip ;
// `#` is answered with `//` before anything is read.
LINE_COMMENT : ('//' | '#') ~[\r\n]* -> skip ;
// One that is never closed has been answered before anything is read. It ends with the text.
BLOCK_COMMENT : '/*' .*? ('*/' | EOF) -> skip ;

MALFORMED_NUMBER : DIGIT+ ('.' DIGIT+)? LETTER (LETTER | DIGIT)* ;
UNKNOWN : . ;

fragment DIGIT : [0-9] ;
// Greek letters, without those that look like a Latin one: two names that a reader cannot
// tell apart would be two variables.
fragment LETTER : [A-Za-z_] | [ΓΔΘΛΞΠΣΦΨΩ] | [α-ξπ-ω] | 'ϵ' ;
