package io.poolbench.judge;

import com.ezylang.evalex.BaseException;
import com.ezylang.evalex.EvaluationException;
import com.ezylang.evalex.Expression;
import com.ezylang.evalex.config.ExpressionConfiguration;
import com.ezylang.evalex.config.MapBasedFunctionDictionary;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.functions.basic.AbsFunction;
import com.ezylang.evalex.functions.basic.MaxFunction;
import com.ezylang.evalex.functions.basic.MinFunction;
import com.ezylang.evalex.operators.AbstractOperator;
import com.ezylang.evalex.operators.InfixOperator;
import com.ezylang.evalex.operators.OperatorIfc;
import com.ezylang.evalex.parser.ASTNode;
import com.ezylang.evalex.parser.ParseException;
import com.ezylang.evalex.parser.Token;
import io.poolbench.api.InvalidSettingException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An expression language with arithmetic, comparisons and logic over functions.
 *
 * <p>Both sides of {@code &&} and {@code ||} are always evaluated, so that an expression always
 * reads the same values and a missing one is noticed wherever it stands. Not thread-safe.
 */
public final class ExpressionLanguage {
  private static final Set<String> COMPARING = Set.of("<", "<=", ">", ">=", "=", "==", "!=", "<>");
  private static final Set<String> JOINING = Set.of("&&", "||", "!");

  private static final String NOT_LOGICAL = "is not true or false (valid: a comparison of values)";
  private static final String NO_NUMBER = "is no number (valid: a value, or arithmetic on values)";

  private final List<ExpressionFunction> functions;
  private final ExpressionConfiguration configuration;
  private final Map<String, Expression> parsed = new HashMap<>();

  /** A language with these functions plus {@code abs}, {@code greatest} and {@code least}. */
  public ExpressionLanguage(Collection<ExpressionFunction> functions) {
    this.functions = List.copyOf(functions);
    MapBasedFunctionDictionary dictionary = new MapBasedFunctionDictionary();
    dictionary.addFunction("abs", new AbsFunction());
    dictionary.addFunction("greatest", new MaxFunction());
    dictionary.addFunction("least", new MinFunction());
    this.functions.forEach(function -> dictionary.addFunction(function.name(), function));
    this.configuration =
        ExpressionConfiguration.builder()
            .functionDictionary(dictionary)
            .arraysAllowed(false)
            .structuresAllowed(false)
            .binaryAllowed(false)
            .implicitMultiplicationAllowed(false)
            .singleQuoteStringLiteralsAllowed(true)
            .build()
            .withAdditionalOperators(
                Map.entry("&&", new StrictAnd()), Map.entry("||", new StrictOr()));
  }

  /**
   * Checks the syntax, the function names and their text arguments, the kinds of operands, and that
   * the result is a truth value.
   *
   * @param setting the name of the expression in errors
   * @throws InvalidSettingException if the expression is invalid
   */
  public void check(String setting, String text) {
    if (!isLogical(checked(setting, text))) {
      throw invalid(setting, text, NOT_LOGICAL);
    }
  }

  /** As {@link #check}, for an expression with a numeric result. */
  public void checkNumber(String setting, String text) {
    if (!isNumber(checked(setting, text))) {
      throw invalid(setting, text, NO_NUMBER);
    }
  }

  /** Checks the parts of an expression and returns its outermost operator or function. */
  private Token checked(String setting, String text) {
    Expression expression = new Expression(text, configuration);
    try {
      List<ASTNode> nodes = expression.getAllASTNodes();
      nodes.forEach(node -> checkName(setting, node.getToken()));
      nodes.forEach(node -> checkOperands(setting, text, node));
      return expression.getAbstractSyntaxTree().getToken();
    } catch (ParseException e) {
      throw invalid(setting, text, problem(e));
    }
  }

  /** Evaluates an expression that {@link #check} accepts. */
  public boolean isTrue(String text) {
    return evaluated(text).getBooleanValue();
  }

  /** Evaluates an expression that {@link #checkNumber} accepts. */
  public double number(String text) {
    return evaluated(text).getNumberValue().doubleValue();
  }

  private EvaluationValue evaluated(String text) {
    try {
      // Cached, because an expression is evaluated for many draws.
      return parsed.computeIfAbsent(text, each -> new Expression(each, configuration)).evaluate();
    } catch (ParseException e) {
      throw new IllegalArgumentException("not checked: " + text, e);
    } catch (EvaluationException e) {
      throw (ArithmeticException) new ArithmeticException(e.getMessage()).initCause(e);
    }
  }

  /** All text literals in an expression. */
  public Set<String> texts(String text) {
    try {
      return new Expression(text, configuration)
          .getAllASTNodes().stream()
              .map(ASTNode::getToken)
              .filter(token -> token.getType() == Token.TokenType.STRING_LITERAL)
              .map(Token::getValue)
              .collect(Collectors.toSet());
    } catch (ParseException e) {
      throw new IllegalArgumentException("not checked: " + text, e);
    }
  }

  private static void checkName(String setting, Token token) {
    if (token.getType() == Token.TokenType.VARIABLE_OR_CONSTANT) {
      throw new InvalidSettingException(
          setting,
          "unknown name '" + token.getValue() + "' (valid: numbers, 'texts' and functions)");
    }
  }

  /** EvalEx converts operands of another kind: {@code 1 <= 3 <= 2} compares true with true. */
  private static void checkOperands(String setting, String text, ASTNode node) {
    List<Token> operands = node.getParameters().stream().map(ASTNode::getToken).toList();
    if (node.getToken().getFunctionDefinition() instanceof ExpressionFunction function) {
      function.check(setting, operands);
      return;
    }
    String operator = node.getToken().getValue();
    boolean joins = JOINING.contains(operator);
    for (Token operand : operands) {
      if (joins ? !isLogical(operand) : !isNumber(operand)) {
        String problem = joins ? NOT_LOGICAL : NO_NUMBER;
        throw invalid(setting, text, "an operand of '" + operator + "' " + problem);
      }
    }
  }

  static boolean isNumber(Token root) {
    return root.getType() != Token.TokenType.STRING_LITERAL && !isLogical(root);
  }

  /** Whether it is an operator or a function with a truth value. */
  private static boolean isLogical(Token root) {
    return root.getFunctionDefinition() instanceof ExpressionFunction function
        ? function.logical()
        : root.getOperatorDefinition() != null
            && (COMPARING.contains(root.getValue()) || JOINING.contains(root.getValue()));
  }

  private String problem(BaseException e) {
    String unknown = "Undefined function ";
    String message = e.getMessage();
    return message.startsWith(unknown)
        ? "unknown function "
            + message.substring(unknown.length())
            + " (valid: a metric's id, see docs/reference/metrics.md, abs, greatest, least, "
            + functions.stream()
                .map(ExpressionFunction::signature)
                .filter(signature -> !signature.endsWith("(pool, level)"))
                .collect(Collectors.joining(", "))
            + ")"
        : message + " at position " + e.getStartPosition();
  }

  private static InvalidSettingException invalid(String setting, String text, String problem) {
    return new InvalidSettingException(setting, "'" + text + "': " + problem);
  }

  @InfixOperator(precedence = OperatorIfc.OPERATOR_PRECEDENCE_AND)
  private static final class StrictAnd extends AbstractOperator {
    @Override
    public EvaluationValue evaluate(
        Expression expression, Token operator, EvaluationValue... operands) {
      return expression.convertValue(
          operands[0].getBooleanValue() && operands[1].getBooleanValue());
    }
  }

  @InfixOperator(precedence = OperatorIfc.OPERATOR_PRECEDENCE_OR)
  private static final class StrictOr extends AbstractOperator {
    @Override
    public EvaluationValue evaluate(
        Expression expression, Token operator, EvaluationValue... operands) {
      return expression.convertValue(
          operands[0].getBooleanValue() || operands[1].getBooleanValue());
    }
  }
}
