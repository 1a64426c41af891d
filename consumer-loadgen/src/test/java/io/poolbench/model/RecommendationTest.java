package io.poolbench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.config.ConfigException;
import io.poolbench.model.Recommendation.Goal;
import io.poolbench.model.Recommendation.Resource;
import io.poolbench.spec.Sla;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fewest threads that carry a load, of a network whose parameters are known. */
class RecommendationTest {
  private static final int CPUS = 2;
  private static final double MARGIN_PCT = 20;
  private static final Sla SLA = new Sla(List.of(new Sla.Bound("tp99", 10)));
  private static final MeasuredLoads MEASURED =
      NetworkFitTest.measured(NetworkFitTest.ofTwoPools());
  private static final CapacityModel MODEL = CapacityModel.of(MEASURED.loads());
  private static final Recommendation TWELVE_USERS = recommend(new Goal.Users(12));
  private static final Recommendation RATE = recommend(new Goal.Rate(3000));
  private static final Recommendation MOST_USERS = recommend(new Goal.MostUsers());

  private static Recommendation recommend(Goal goal) {
    return recommend(SLA, goal);
  }

  private static Recommendation recommend(Sla sla, Goal goal) {
    return Recommendation.of(MODEL, MEASURED, sla, goal, MARGIN_PCT);
  }

  private static Estimate maxUsers(int threads) {
    Scenario pool = new Scenario("", threads, ClosedNetwork.UNBOUNDED, CPUS, 0, 0, true);
    return Prediction.of(MODEL, pool, SLA, List.of(200)).maxUsers();
  }

  @Test
  void theFewestThreadsThatCarryTheUsersAreRecommended() {
    Recommendation found = TWELVE_USERS;
    Goal goal = found.goal();
    int threads = found.pool().pool().threads();
    assertThat(found.carried()).isTrue();
    assertThat(found.planned().users()).isEqualTo(12);
    assertThat(found.planned().within()).isTrue();
    assertThat(goal.carriedBy(maxUsers(threads), null, MARGIN_PCT)).isTrue();
    assertThat(goal.carriedBy(maxUsers(threads - 1), null, MARGIN_PCT)).isFalse();
  }

  @Test
  void theFewestThreadsThatCarryTheRateAreRecommended() {
    assertThat(RATE.carried()).isTrue();
    assertThat(RATE.pool().maxTps().value()).isGreaterThan(3000 * 1.2);
    assertThat(RATE.fewer().maxTps()).matches(tps -> tps.low() < 3000 || tps.value() < 3600);
    assertThat(RATE.planned().tps().value()).isCloseTo(3000, within(400.0));
  }

  /** With twice as many calls as planned, those that the pool accepts are in time. */
  @Test
  void theQueueOfARateIsTheLongestOneWhoseCallsAreInTime() {
    int threads = RATE.pool().pool().threads();
    int length = RATE.pool().pool().queues();
    assertThat(RATE.arrivals().length()).isEqualTo(length);
    assertThat(RATE.arrivals().tp99Millis()).isLessThan(10);
    assertThat(tp99AtTwice(threads, length)).isLessThan(10);
    assertThat(tp99AtTwice(threads, length + 1)).isGreaterThanOrEqualTo(10);
    assertThat(MOST_USERS.arrivals()).isNull();
  }

  /** The planned load is then another one. */
  @Test
  void aRateThatIsCarriedWithoutItsMarginHasNoArrivals() {
    Recommendation found = recommend(new Goal.Rate(0.95 * MOST_USERS.pool().maxTps().value()));
    assertThat(found.carried()).isFalse();
    assertThat(found.arrivals()).isNull();
  }

  private static double tp99AtTwice(int threads, int queue) {
    return 1
        / MODEL.simulated(SLA).bounds().get(0).limit()
        * 10
        * MODEL
            .simulation(new Scenario("", threads, queue, CPUS, 0, 0, true).network(MODEL.fit()))
            .runOpen(6000, 10_000, 20_260_101)
            .percentileMillis(99);
  }

  /** 5 % is how much the throughput of alike providers differs. */
  @Test
  void withoutALoadTheFewestThreadsNotShownToCarryFewer() {
    Recommendation found = MOST_USERS;
    double unlimited = maxUsers(200).value();
    assertThat(found.pool().maxUsers().value()).isGreaterThanOrEqualTo(0.95 * unlimited);
    assertThat(found.fewer().maxUsers().value()).isLessThan(0.95 * unlimited);
    assertThat(found.more().maxUsers().value()).isCloseTo(unlimited, within(1.0));
    assertThat(found.planned().users())
        .isEqualTo((int) (found.pool().maxUsers().value() / (1 + MARGIN_PCT / 100)));
  }

  @Test
  void aModelThatPredictsFarLessThanWasMeasuredWithinTheSlaIsRefused() {
    assertThat(MOST_USERS.supportedBy(MEASURED, MODEL)).isSameAs(MOST_USERS);
    List<Observation> loads = new ArrayList<>(MEASURED.loads());
    loads.add(
        Changed.with(
            loads.get(0), "tps", 2 * MOST_USERS.pool().maxTps().high(), "tp99Millis", 9.0));
    MeasuredLoads more = NetworkFitTest.measured(loads);

    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> MOST_USERS.supportedBy(more, MODEL))
        .withMessageContaining("were measured within the SLA");
    Recommendation none = recommend(new Goal.Users(100));
    assertThat(none.supportedBy(MEASURED, MODEL)).isSameAs(none);
    assertThatExceptionOfType(ConfigException.class)
        .as("that no pool carries the goal")
        .isThrownBy(() -> none.supportedBy(more, MODEL))
        .withMessageContaining("were measured within the SLA");
    assertThat(TWELVE_USERS.supportedBy(more, MODEL))
        .as("a load that is asked for takes no more than it needs")
        .isSameAs(TWELVE_USERS);
  }

  @Test
  void aLoadBeyondAnotherBoundOfTheSlaDoesNotRefuseTheModel() {
    Sla idle = new Sla(List.of(new Sla.Bound("tp99", 10), new Sla.Bound("provider_cpu_pct", 50)));
    Recommendation found = recommend(idle, new Goal.MostUsers());
    assertThat(MEASURED.loads())
        .as("loads with more CPU, which are faster")
        .anyMatch(
            load -> load.tp99Millis() < 10 && load.tps() > 1.2 * found.pool().maxTps().high());
    assertThat(found.supportedBy(MEASURED, MODEL)).isSameAs(found);
  }

  /** Every other load has half of the throughput that its network gives. */
  @Test
  void aModelThatDoesNotReproduceItsRowsIsRefusedForEachGoal() {
    List<Observation> loads = new ArrayList<>();
    for (Observation load : MEASURED.loads()) {
      double part = loads.size() % 2 == 0 ? 1 : 0.5;
      loads.add(Changed.with(load, "tps", part * load.tps(), "cpuPct", part * load.cpuPct()));
    }
    MeasuredLoads measured = NetworkFitTest.measured(loads);
    CapacityModel model = CapacityModel.of(loads);

    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> TWELVE_USERS.supportedBy(measured, model))
        .withMessageContaining("loads are not reproduced by the model");
    assertThat(TWELVE_USERS.supportedBy(MEASURED, MODEL)).isSameAs(TWELVE_USERS);
  }

  @Test
  void anIntervalWhoseEndsDifferByMoreThanAFactorOfTenSaysNothing() {
    Estimate nine = new Estimate(30, 9, 81);
    Estimate eleven = new Estimate(30, 9, 99);

    assertThat(withUsers(nine).supportedBy(MEASURED, MODEL)).isNotNull();
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> withUsers(eleven).supportedBy(MEASURED, MODEL))
        .withMessageContaining("too wide");
  }

  private static Recommendation withUsers(Estimate users) {
    return Changed.with(MOST_USERS, "pool", Changed.with(MOST_USERS.pool(), "maxUsers", users));
  }

  /** With the margin these are 2,160, of some 6,000 that a bound of a second allows. */
  @Test
  void whetherAPoolCarriesMoreUsersThanAreConsideredIsNotKnown() {
    Sla loose = new Sla(List.of(new Sla.Bound("tp99", 1_000)));
    Recommendation found = recommend(loose, new Goal.Users(1_800));
    assertThat(found.carried()).isFalse();
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> found.supportedBy(MEASURED, MODEL))
        .withMessageContaining("a pool may carry the load");
  }

  /** As where a few calls of a second make the mean longer than TP99. */
  @Test
  void aMeanAboveTp99DoesNotLimitTheUsers() {
    List<Observation> loads =
        MEASURED.loads().stream()
            .map(load -> Changed.with(load, "tp99Millis", load.tp99Millis() / 2))
            .toList();
    MeasuredLoads measured = NetworkFitTest.measured(loads);
    Recommendation found =
        Recommendation.of(CapacityModel.of(loads), measured, SLA, new Goal.MostUsers(), MARGIN_PCT);
    assertThat(found.pool().maxUsers().value()).isGreaterThan(MOST_USERS.pool().maxUsers().value());
  }

  /** Simulated with the network's own parameters rather than those that were fitted. */
  @Test
  void underTwiceThePlannedLoadTheAcceptedCallsAreInTime() {
    int threads = MOST_USERS.pool().pool().threads();
    int queue = MOST_USERS.pool().pool().queues();
    assertThat(queue).isEqualTo((int) MOST_USERS.queue().value());
    assertThat(overloadedTp99(threads, queue, 2 * MOST_USERS.planned().users())).isLessThan(10.5);
    assertThat(overloadedTp99(threads, 2 * (threads + queue), 4 * (threads + queue)))
        .as("a queue of twice as many calls")
        .isGreaterThan(10.5);
    assertThat(MOST_USERS.pool().pool().maxTasks())
        .isGreaterThanOrEqualTo((long) MOST_USERS.pool().maxUsers().value());
  }

  @Test
  void noQueueIsSoShortThatABurstFillsIt() {
    assertThat(TWELVE_USERS.queue().value()).isLessThan(Recommendation.MIN_QUEUE);
    assertThat(TWELVE_USERS.pool().pool().threads()).isLessThan(12);
    assertThat(TWELVE_USERS.pool().pool().queues()).isEqualTo(Recommendation.MIN_QUEUE);
  }

  /** The TP99 of a user alone is some 3.7 ms, so that no call may wait long for a thread. */
  @ParameterizedTest
  @ValueSource(doubles = {4.5, 5})
  void theMaxUsersOfAPoolWithAThreadForEachPlannedUserAreNotRefused(double limitMillis) {
    Sla strict = new Sla(List.of(new Sla.Bound("tp99", limitMillis)));
    Recommendation found = recommend(strict, new Goal.Users(6));
    assertThat(found.carried()).isTrue();
    assertThat(found.pool().pool().maxTasks())
        .isGreaterThanOrEqualTo((long) found.pool().maxUsers().value());
  }

  private static double overloadedTp99(int threads, int queue, int users) {
    CpuDemand cpu = new CpuDemand(0.3, 0.1, 1300);
    TimeShape times = TimeShape.lognormal(0.03);
    ClosedNetwork network = new ClosedNetwork(cpu, CPUS, 2, 0.4, threads, queue, 1, 20);
    return new NetworkSimulation(network, times, times).run(users, 50_000, 1).percentileMillis(99);
  }

  @Test
  void whatNoPoolCarriesIsLimitedByTheCpus() {
    Recommendation found = recommend(new Goal.Users(100));
    assertThat(found.carried()).isFalse();
    assertThat(found.bound()).isEqualTo(Resource.CPU);
    assertThat(found.pool().pool()).isEqualTo(MOST_USERS.pool().pool());
  }

  /** One user alone takes longer than the bound; the network alone takes 0.4 ms. */
  @ParameterizedTest
  @CsvSource({"2.5, DOWNSTREAM", "0.3,"})
  void anSlaThatNoUserKeepsIsLimitedByTheDownstreamOrByNoResource(
      double meanMillis, Resource bound) {
    Sla strict = new Sla(List.of(new Sla.Bound("mean", meanMillis)));
    Recommendation found = recommend(strict, new Goal.MostUsers());
    assertThat(found.carried()).isFalse();
    assertThat(found.pool().maxUsers().value()).isZero();
    assertThat(found.bound()).isEqualTo(bound);
  }
}
