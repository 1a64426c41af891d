package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.judge.Attack.Count;
import io.poolbench.judge.Attack.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whether answers are as often right as they claim to be. Two runs of each attack find an answer
 * that is wrong with certainty; {@code .ci/trust} makes many, with seeds drawn at run time, and
 * writes their table. {@code -Dtrust.only=TEXT} selects attacks by their names.
 */
class TrustTest {
  private static final int FEW = 2;

  /** Standard deviations that only a wrong answer in each of so few runs exceeds. */
  private static final double ALL_WRONG = 6.1;

  /** Standard deviations by which many runs hardly differ by chance. */
  private static final double CHANCE = 3;

  static List<Attack> attacks() {
    String only = System.getProperty("trust.only", "");
    return Attacks.all().stream().filter(attack -> attack.name().contains(only)).toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void ruleAnswersAreWrongNoMoreOftenThanAllowed(Attack attack) {
    int runs = Integer.getInteger("trust.runs", FEW);
    long seed = runs > FEW ? new Random().nextLong() : attack.name().hashCode();
    System.out.println(attack + ", seed " + seed);
    List<Row> rows = attack.rows(new Random(seed), runs);
    rows.forEach(row -> write(row.text()));
    for (Row row : rows) {
      boolean isMeant = runs > FEW || row.count() != Count.WIDTH;
      assertThat(isMeant && row.fails(runs > FEW ? CHANCE : ALL_WRONG)).as(row.text()).isFalse();
    }
  }

  private static void write(String row) {
    System.out.println(row);
    String table = System.getProperty("trust.table", "");
    if (!table.isEmpty()) {
      try {
        Files.writeString(
            Path.of(table), row + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
