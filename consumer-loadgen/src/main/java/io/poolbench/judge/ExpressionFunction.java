package io.poolbench.judge;

import com.ezylang.evalex.Expression;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.functions.FunctionIfc;
import com.ezylang.evalex.functions.FunctionParameterDefinition;
import com.ezylang.evalex.parser.Token;
import io.poolbench.api.InvalidSettingException;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * An expression function that returns a number or a truth value.
 *
 * @param parameters in order; only the last one may be left out
 * @param logical whether the result is a truth value, not a number
 * @param body arguments to result: texts and doubles to a {@link Boolean} or a {@link Double}
 */
public record ExpressionFunction(
    String name, List<Parameter> parameters, boolean logical, Function<Arguments, Object> body)
    implements FunctionIfc {
  /** Infinite values count as this one, as the language has no infinite numbers. */
  public static final double UNBOUNDED = 1e300;

  public ExpressionFunction {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(body, "body");
    parameters = List.copyOf(parameters);
  }

  public static ExpressionFunction number(
      String name, Function<Arguments, Double> body, Parameter... parameters) {
    return new ExpressionFunction(name, List.of(parameters), false, body::apply);
  }

  public static ExpressionFunction logical(
      String name, Function<Arguments, Boolean> body, Parameter... parameters) {
    return new ExpressionFunction(name, List.of(parameters), true, body::apply);
  }

  /** Such as {@code peak(metric, pool)}. */
  public String signature() {
    return name + "(" + String.join(", ", parameters.stream().map(Parameter::name).toList()) + ")";
  }

  /**
   * Checks the arguments of a call: a text is written out, and one of the valid ones.
   *
   * @throws InvalidSettingException if one is invalid
   */
  void check(String setting, List<Token> arguments) {
    if (arguments.size() > parameters.size()) {
      throw new InvalidSettingException(
          setting, "too many parameters (valid: " + signature() + ")");
    }
    for (int i = 0; i < arguments.size(); i++) {
      Parameter parameter = parameters.get(i);
      Token argument = arguments.get(i);
      boolean isText = argument.getType() == Token.TokenType.STRING_LITERAL;
      if (parameter.text() ? !isText : !ExpressionLanguage.isNumber(argument)) {
        throw new InvalidSettingException(
            setting,
            "%s: %s is not a %s"
                .formatted(signature(), parameter.name(), parameter.text() ? "text" : "number"));
      }
      if (isText && !parameter.valid().test(argument.getValue())) {
        throw new InvalidSettingException(setting, parameter.problem(argument.getValue()));
      }
    }
  }

  @Override
  public List<FunctionParameterDefinition> getFunctionParameterDefinitions() {
    return parameters.stream()
        .map(
            parameter ->
                FunctionParameterDefinition.builder()
                    .name(parameter.name())
                    .isVarArg(parameter.isOptional())
                    .build())
        .toList();
  }

  @Override
  public EvaluationValue evaluate(Expression expression, Token token, EvaluationValue... values) {
    Object value = body.apply(new Arguments(List.of(values)));
    return expression.convertValue(
        value instanceof Double number
            ? (Object) Math.max(-UNBOUNDED, Math.min(UNBOUNDED, number))
            : value);
  }

  @Override
  public void validatePreEvaluation(Token token, EvaluationValue... values) {}

  @Override
  public boolean hasVarArgs() {
    return parameters.stream().anyMatch(Parameter::isOptional);
  }

  /** The arguments of a call, which {@link #check} accepts. */
  public record Arguments(List<EvaluationValue> values) {
    public Arguments {
      values = List.copyOf(values);
    }

    public String text(int index) {
      return values.get(index).getStringValue();
    }

    public double number(int index) {
      return values.get(index).getNumberValue().doubleValue();
    }

    /** Null if the argument is left out. */
    public Double optionalNumber(int index) {
      return index < values.size() ? (Double) number(index) : null;
    }
  }
}
